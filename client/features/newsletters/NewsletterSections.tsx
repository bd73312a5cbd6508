import { useEffect, useState } from 'react';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import type { Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import classes from './NewsletterSections.module.css';
import { droppedOn, mayDropOn, mayMove, movedIn, type Section, sectionsOf, weeklySection } from './newsletter-order.ts';
import { moveButtonId, SectionEntry } from './SectionEntry.tsx';
import { useOrder } from './use-order.ts';

/** The promotions by category, in the order in which readers meet them. */
export function NewsletterSections({ newsletter }: { newsletter: Newsletter }) {
  const order = useOrder(newsletter.id);
  const [moved, setMoved] = useState<{ id: number; step: 1 | -1; said: string } | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const { kind, status, promotions = [] } = newsletter;
  const isOpen = status === 'draft' && kind === 'daily';
  const sections = kind === 'weekly' && promotions.length ? [weeklySection(promotions)] : sectionsOf(promotions);

  // The button moves with its row, which takes the focus from it.
  useEffect(() => {
    if (moved) document.getElementById(moveButtonId(moved.id, moved.step))?.focus();
  }, [moved]);

  if (sections.length === 0) return <Nothing newsletter={newsletter} />;
  return (
    <>
      <p role="status" className="visually-hidden">
        {moved?.said}
      </p>
      {sections.map((section) => (
        <Panel key={section.category_id} title={section.name}>
          <ol className={classes.entries}>
            {section.promotions.map((promotion, index) => (
              <SectionEntry
                key={promotion.id}
                promotion={promotion}
                {...(isOpen &&
                  mayBeOrdered(section) && {
                    may: { [-1]: mayMove(section, index, -1), 1: mayMove(section, index, 1) },
                    onMove: (step: 1 | -1) => {
                      const said = `${promotion.book?.title} is now ${index + step + 1} of ${section.promotions.length}`;
                      setMoved({ id: promotion.id, step, said });
                      order.mutate(movedIn(sections, promotion.id, step));
                    },
                    drag: {
                      isOver: dragged !== null && dragged !== promotion.id && mayDropOn(section, dragged, promotion.id),
                      onStart: () => setDragged(promotion.id),
                      onEnd: () => setDragged(null),
                      onDrop: () => {
                        if (dragged !== null) order.mutate(droppedOn(sections, dragged, promotion.id));
                        setDragged(null);
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

/** Alone, or alone behind the bought top place, there is nothing to move. */
const mayBeOrdered = (section: Section) => section.promotions.some((_one, index) => mayMove(section, index, 1));

const Nothing = ({ newsletter: { newsletter_date, status } }: { newsletter: Newsletter }) => (
  <EmptyState
    title="No promotion is booked for this date"
    action={
      status === 'draft' && (
        <Button to={`${paths.userPromotions()}?date_from=${newsletter_date}&date_to=${newsletter_date}`}>
          See what asks for it
        </Button>
      )
    }
  >
    {status === 'draft' && 'Approve promotions for this date, and they appear here.'}
  </EmptyState>
);
