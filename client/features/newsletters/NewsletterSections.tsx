import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useState } from 'react';
import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Price } from '#client/ui/Price.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { formatCount } from '#shared/counts.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { NEWSLETTERS, newsletterQuery, saveNewsletter } from './api.ts';
import classes from './NewsletterSections.module.css';
import { emptyText } from './newsletter-labels.ts';
import {
  canDropOn,
  canMove,
  hasTopSpot,
  idsAfterDrop,
  idsAfterMove,
  type SectionOrder,
  sectionsOf,
  weeklySection,
  withPositions,
} from './newsletter-order.ts';

/** The promotions in the newsletter's order: by category if it's daily, in one section if it's weekly. */
export function NewsletterSections({ newsletter }: { newsletter: Newsletter }) {
  const order = useOrder(newsletter.id);
  const [lastMove, setLastMove] = useState<{ id: number; step: 1 | -1; message: string } | null>(null);
  const [draggedId, setDraggedId] = useState<number | null>(null);
  const { kind, status, promotions = [] } = newsletter;
  const isOpen = status === 'draft' && kind === 'daily';
  const sections = kind === 'weekly' && promotions.length ? [weeklySection(promotions)] : sectionsOf(promotions);

  // Restores the focus, which the button loses when it moves with its row.
  useEffect(() => {
    if (lastMove) document.getElementById(moveButtonId(lastMove.id, lastMove.step))?.focus();
  }, [lastMove]);

  if (sections.length === 0) return <NoPromotions newsletter={newsletter} />;
  return (
    <>
      <p role="status" className="visually-hidden">
        {lastMove?.message}
      </p>
      {sections.map((section) => (
        <Panel key={section.category_id} title={section.name}>
          <ol className={classes.entries}>
            {section.promotions.map((promotion, index) => (
              <SectionEntry
                key={promotion.id}
                promotion={promotion}
                {...(isOpen &&
                  canReorder(section) && {
                    canStep: { [-1]: canMove(section, index, -1), 1: canMove(section, index, 1) },
                    onMove: (step: 1 | -1) => {
                      const message = `${promotion.book?.title} is now ${index + step + 1} of ${section.promotions.length}`;
                      setLastMove({ id: promotion.id, step, message });
                      order.mutate(idsAfterMove(sections, promotion.id, step));
                    },
                    drag: {
                      isDropTarget:
                        draggedId !== null && draggedId !== promotion.id && canDropOn(section, draggedId, promotion.id),
                      onStart: () => setDraggedId(promotion.id),
                      onEnd: () => setDraggedId(null),
                      onDrop: () => {
                        if (draggedId !== null) order.mutate(idsAfterDrop(sections, draggedId, promotion.id));
                        setDraggedId(null);
                      },
                    },
                  })}
              />
            ))}
          </ol>
        </Panel>
      ))}
    </>
  );
}

/** True if any promotion can move. A promotion that is alone, or alone below the bought top spot, can't. */
const canReorder = (section: SectionOrder) =>
  section.promotions.some((_promotion, index) => canMove(section, index, 1));

function NoPromotions({ newsletter }: { newsletter: Newsletter }) {
  const { title, hint } = emptyText(newsletter);
  return hint ? (
    <EmptyState title={title} action={<Button to={paths.userPromotions() + hint.query}>{hint.button}</Button>}>
      {hint.text}
    </EmptyState>
  ) : (
    <EmptyState title={title} />
  );
}

type Props = {
  promotion: Promotion;
  /** The directions in which the entry can move, up (-1) and down (1); undefined if the order is fixed. */
  canStep?: { [-1]: boolean; 1: boolean };
  onMove?: (step: 1 | -1) => void;
  drag?: { isDropTarget: boolean; onStart: () => void; onEnd: () => void; onDrop: () => void };
};

const moveButtonId = (id: number, step: 1 | -1) => `${step < 0 ? 'up' : 'down'}-${id}`;

function SectionEntry({ promotion, canStep, onMove, drag }: Props) {
  const { id, book, partner, clicks_billable } = promotion;
  const title = book?.title ?? `Promotion ${id}`;
  return (
    <li className={classes.entry} {...(drag && dragProps(drag))}>
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
          {partner && (
            <Link to={paths.userPartner(partner.id)} draggable={false}>
              {partner.name}
            </Link>
          )}
        </p>
        <p className={classes.line}>
          <Price {...promotion} />
          {hasTopSpot(promotion) && <strong>Top spot</strong>}
          {promotion.display_status !== 'awaiting promotion date' && <StatusBadge status={promotion.display_status} />}
          {promotion.settled_at && <span>{formatCount(clicks_billable, 'billable click')}</span>}
        </p>
        {promotion.at_risk && <p className={classes.risk}>Won’t be sent: {promotion.at_risk}</p>}
        {promotion.changed_since_review && !promotion.at_risk && (
          <p>Changed after approval; the approved version will run.</p>
        )}
      </div>
      {canStep && onMove && (
        <div className={classes.moves}>
          <MoveButton
            id={moveButtonId(id, -1)}
            label={`Move ${title} up`}
            isAllowed={canStep[-1]}
            onMove={() => onMove(-1)}
            isUp
          />
          <MoveButton
            id={moveButtonId(id, 1)}
            label={`Move ${title} down`}
            isAllowed={canStep[1]}
            onMove={() => onMove(1)}
          />
        </div>
      )}
    </li>
  );
}

/** Props for dragging with a mouse. Touch and keyboard users have the buttons. */
const dragProps = ({ isDropTarget, onStart, onEnd, onDrop }: NonNullable<Props['drag']>) => ({
  draggable: true,
  'data-movable': true,
  'data-drop-target': isDropTarget,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    onStart();
  },
  onDragEnd: onEnd,
  onDragOver: (event: DragEvent) => isDropTarget && event.preventDefault(),
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    onDrop();
  },
});

type MoveProps = { id: string; label: string; isAllowed: boolean; onMove: () => void; isUp?: boolean };

/** Stays focusable at the ends of the list, so that the keyboard focus isn't lost. */
function MoveButton({ id, label, isAllowed, onMove, isUp = false }: MoveProps) {
  const Icon = isUp ? IconArrowUp : IconArrowDown;
  return (
    <Button
      look="icon"
      id={id}
      aria-label={label}
      aria-disabled={!isAllowed}
      className={classes.move!}
      onClick={() => isAllowed && onMove()}
    >
      <Icon size={20} aria-hidden="true" />
    </Button>
  );
}

/** Saves an order and shows it right away. Saves run one after the other, and the last one reloads the newsletter. */
function useOrder(id: number) {
  const queryClient = useQueryClient();
  const { queryKey } = newsletterQuery(id);
  const mutationKey = ['newsletter order', id];
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: (promotion_ids: number[]) => saveNewsletter(id, { promotion_ids }),
    async onMutate(promotion_ids) {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<Newsletter>(
        queryKey,
        (before) => before && { ...before, promotions: withPositions(before.promotions ?? [], promotion_ids) },
      );
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1) void queryClient.invalidateQueries({ queryKey: NEWSLETTERS });
    },
  });
}
