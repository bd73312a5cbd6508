import { useQuery } from '@tanstack/react-query';
import { promotionsQuery } from '#client/api/partner-promotions.ts';
import { Link } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import promotionClasses from '#client/ui/app/PromotionRow.module.css';
import { PromotionRow } from '#client/ui/app/PromotionRow.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import type { Book } from '#shared/books.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';

/** The latest promotions of one book. */
export function BookPromotions({ book }: { book: Book }) {
  const promotions = useQuery(
    promotionsQuery({ book_id: book.id, per: RESULTS_PER_PAGE, sort_col: 'requested_date', sort_dir: 'desc' }),
  );
  return (
    <Panel title="Promotions">
      <Loaded query={promotions} waiting={<ListSkeleton rows={2} height={84} />}>
        {({ promotions: found }) =>
          found.length === 0 ? (
            <p>
              Not promoted yet.{' '}
              {book.status === 'active' && <Link to={paths.partnerPromotionNew(book.id)}>Book the first date</Link>}
            </p>
          ) : (
            <ul className={promotionClasses.list}>
              {found.map((promotion) => (
                <PromotionRow key={promotion.id} promotion={promotion} words="" />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
