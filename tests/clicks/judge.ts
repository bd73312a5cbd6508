/** Applies the product's click rules to a scenario's visits, as the redirect and the settlement do. */
import { type Click, classifyClicks, type ReaderFacts } from '#server/clicks/classify.ts';
import { isAlias, mailboxOf, ownedDomainOf } from '#server/clicks/mailbox.ts';
import { usualNewcomerShare } from '#server/clicks/newcomers.ts';
import { userAgentClass } from '#server/clicks/user-agent.ts';
import { OURS, PARTNER, type ScenarioReader, type Visit, WINDOW_ENDS_AT, type World } from './scenario.ts';

/** Returns the visits that would be billed, for all promotions. */
export function judgeWorld({ visits, readers, elsewhere, ...world }: World): Visit[] {
  const usual_newcomer_share = elsewhere
    ? usualNewcomerShare(elsewhere, { is_young: false, own_readers: ownReaders(visits) })
    : world.usual_newcomer_share;
  const clicks = visits.map(
    (visit, index): Click => ({
      id: BigInt(index),
      promotion_id: visit.promotion_id,
      reader_id: visit.reader_id,
      source: 'newsletter',
      store: visit.promotion_id === null ? null : 'amazon',
      clicked_at: visit.at,
      ua_class: userAgentClass({ method: visit.method, header: (name) => headerOf(visit, name) }),
      network: visit.network,
      subnet: visit.subnet,
      prefix48: visit.prefix48,
    }),
  );
  const facts = new Map(readers.map((reader) => [reader.id, factsOf(reader)]));
  const hidden_visits = visits.filter(({ hidden }) => hidden).map(({ network, at }) => ({ network, at }));
  const promotions = new Set(visits.map(({ promotion_id }) => promotion_id).filter((id) => id !== null));
  const byReader = Map.groupBy(clicks, ({ reader_id }) => reader_id);
  return [...promotions]
    .flatMap((promotion_id) => {
      const readerIds = new Set(
        clicks.filter((click) => click.promotion_id === promotion_id).map((click) => click.reader_id),
      );
      const readersClicks = [...readerIds].flatMap((reader_id) => byReader.get(reader_id)!);
      return classifyClicks(readersClicks, {
        promotion_id,
        window_ends_at: WINDOW_ENDS_AT,
        readers: facts,
        hidden_visits,
        usual_newcomer_share,
      });
    })
    .filter(({ billable }) => billable)
    .map(({ id }) => visits[Number(id)]!);
}

const ownReaders = (visits: readonly Visit[]) =>
  new Set(visits.filter(({ promotion_id }) => promotion_id === OURS).map(({ reader_id }) => reader_id)).size;

const headerOf = ({ headers }: Visit, name: string) =>
  Object.entries(headers).find(([header]) => header.toLowerCase() === name)?.[1];

const factsOf = ({ email, confirmed_at, is_imported, earlier }: ScenarioReader): ReaderFacts => ({
  confirmed_at,
  is_imported,
  mailbox: mailboxOf(email),
  owned_domain: ownedDomainOf(email),
  is_alias: isAlias(email),
  earlier,
  is_partner: mailboxOf(email) === mailboxOf(PARTNER),
  is_staff: false,
});
