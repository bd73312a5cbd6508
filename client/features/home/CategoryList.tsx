import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { superCategoriesQuery } from '#client/api/categories.ts';
import { Link } from '#client/app/router.ts';
import { paths } from '#shared/paths.ts';
import classes from './CategoryList.module.css';

export function CategoryList() {
  const { api } = useApp();
  const groups = useSuspenseQuery(superCategoriesQuery(api)).data;
  return (
    <section aria-labelledby="categories" className={classes.section}>
      <h2 id="categories">Browse by category</h2>
      <div className={classes.groups}>
        {groups.map(({ id, name, categories }) => (
          <div key={id}>
            <h3>{name}</h3>
            <ul>
              {categories
                .filter(({ is_adult }) => !is_adult)
                .map((category) => (
                  <li key={category.id}>
                    <Link to={paths.category(category)}>{category.name}</Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
