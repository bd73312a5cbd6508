import { Link } from '#client/app/router.ts';
import { paths } from '#shared/paths.ts';
import classes from './AiToolPage.module.css';
import { SuggestionText } from './SuggestionText.tsx';
import { TOOL_LINKS } from './tool-links.ts';
import type { ToolPage } from './tool-page.ts';

/** Below the tool: what it is for, how to get good answers, one example from notes to result, and the other tools. */
export const ToolGuide = ({ page }: { page: ToolPage }) => (
  <div className={classes.guide}>
    <section className={classes.section} aria-labelledby="purpose">
      <h2 id="purpose">What it is for</h2>
      {page.purpose.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
    <section className={classes.section} aria-labelledby="tips">
      <h2 id="tips">Getting better suggestions</h2>
      <ul className={classes.tips}>
        {page.tips.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}.</strong> {text}
          </li>
        ))}
      </ul>
    </section>
    <section className={classes.section} aria-labelledby="example">
      <h2 id="example">A worked example</h2>
      <dl className={classes.notes}>
        {page.example.notes.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <figure className={classes.example}>
        <SuggestionText text={page.example.answer} hasHeadline={page.tool !== 'description'} />
      </figure>
      <p>{page.example.comment}</p>
    </section>
    <nav aria-label="Other AI tools">
      <ul className={classes.others}>
        {TOOL_LINKS.filter(({ slug }) => slug !== page.slug).map(({ slug, label }) => (
          <li key={slug}>
            <Link to={paths.aiTool(slug)}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  </div>
);
