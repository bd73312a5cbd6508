import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import type { DragEvent } from 'react';
import { Link } from '#client/app/router.ts';
import { Cover } from '#client/ui/Cover.tsx';
import { Price } from '#client/ui/Price.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { isTop } from './newsletter-order.ts';
import classes from './SectionEntry.module.css';

type Props = {
  promotion: Promotion;
  /** Which way it may go; not given where the order is fixed. */
  may?: { [-1]: boolean; 1: boolean };
  onMove?: (step: 1 | -1) => void;
  drag?: { isOver: boolean; onStart: () => void; onEnd: () => void; onDrop: () => void };
};

export const moveButtonId = (id: number, step: 1 | -1) => `${step < 0 ? 'up' : 'down'}-${id}`;

export function SectionEntry({ promotion, may, onMove, drag }: Props) {
  const { id, book, partner, clicks_total } = promotion;
  const title = book?.title ?? `Promotion ${id}`;
  return (
    <li className={classes.entry} {...(drag && dragging(drag))}>
      {drag && <IconGripVertical className={classes.grip} size={20} aria-hidden="true" />}
      {book && <Cover src={book.cover_url} alt="" width={48} />}
      <div className={classes.words}>
        <h3 className={classes.title}>
          <Link to={paths.userPromotion(id)} draggable={false}>
            {title}
          </Link>
        </h3>
        <p>
          {book?.author_name && `by ${book.author_name} · `}
          {partner?.name}
        </p>
        <p className={classes.line}>
          <Price {...promotion} />
          {isTop(promotion) && <strong>Top of the newsletter</strong>}
          {promotion.display_status !== 'awaiting promotion date' && <StatusBadge status={promotion.display_status} />}
          {promotion.settled_at && <span>{clicks_total} clicks</span>}
        </p>
        {promotion.at_risk && <p className={classes.risk}>Won’t be sent: {promotion.at_risk}</p>}
        {promotion.changed_since_review && !promotion.at_risk && (
          <p>Changed after approval; the approved version runs.</p>
        )}
      </div>
      {may && onMove && (
        <div className={classes.moves}>
          <Move id={moveButtonId(id, -1)} label={`Move ${title} up`} may={may[-1]} onMove={() => onMove(-1)} up />
          <Move id={moveButtonId(id, 1)} label={`Move ${title} down`} may={may[1]} onMove={() => onMove(1)} />
        </div>
      )}
    </li>
  );
}

/** With a mouse; touch and keyboard have the buttons. */
const dragging = ({ isOver, onStart, onEnd, onDrop }: NonNullable<Props['drag']>) => ({
  draggable: true,
  'data-movable': true,
  'data-over': isOver,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    onStart();
  },
  onDragEnd: onEnd,
  onDragOver: (event: DragEvent) => isOver && event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    onDrop();
  },
});

type MoveProps = { id: string; label: string; may: boolean; onMove: () => void; up?: boolean };

/** Stays focusable at the ends, so that the keyboard does not lose its place. */
function Move({ id, label, may, onMove, up = false }: MoveProps) {
  const Icon = up ? IconArrowUp : IconArrowDown;
  return (
    <ActionIcon
      id={id}
      size={44}
      variant="default"
      aria-label={label}
      aria-disabled={!may}
      className={classes.move!}
      onClick={() => may && onMove()}
    >
      <Icon size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
