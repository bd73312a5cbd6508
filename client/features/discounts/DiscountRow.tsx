import { Link } from '#client/app/router.ts';
import { Marked } from '#client/ui/Marked.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Discount } from '#shared/discounts.ts';
import { paths } from '#shared/paths.ts';
import { DiscountBadge } from './DiscountBadge.tsx';
import classes from './DiscountRow.module.css';
import { limitTexts, stateOf, usesText, windowText, worthText } from './discount-words.ts';

export function DiscountRow({ discount, words }: { discount: Discount; words: string }) {
  const { now } = useShell();
  return (
    <li className={classes.row}>
      <div>
        <Link to={paths.userDiscountEdit(discount.id)} className={classes.code!}>
          <Marked text={discount.code} words={words} />
        </Link>
        <p className={classes.limits}>
          {windowText(discount)} · {limitTexts(discount).join(' · ')}
        </p>
      </div>
      <div className={classes.numbers}>
        <strong>{worthText(discount)}</strong>
        <span>{usesText(discount)}</span>
        <DiscountBadge state={stateOf(discount, now)} />
      </div>
    </li>
  );
}
