/** Facts that the click rules read from the database. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#server/testing/app.ts';
import { createPromotion, createStaff } from '#server/testing/factories.ts';
import { eraseReader } from '../readers/service.ts';
import { computeVerdicts, type SentPromotion } from './judge.ts';
import { isAlias, mailboxOf, ownedDomainOf } from './mailbox.ts';

const FROZEN = new Date('2026-12-02T17:00:00Z');
const WINDOW_END = new Date('2026-12-05T17:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

let server: TestServer;
let sent: SentPromotion;
let other: number;
let earlierNewsletterIds: readonly number[];

beforeAll(async () => {
  server = await startTestServer();
  const staff = await createStaff(server);
  const ids: number[] = [];
  for (const category_id of [1, 2]) {
    const { id } = await createPromotion(server, { category_id, book: { category_id } });
    await staff.post(`/promotions/${id}/approve`).expect(200);
    ids.push(id);
  }
  await server.advanceTo(FROZEN);
  const [id, second] = ids as [number, number];
  other = second;
  const { newsletter_id, partner } = await server.deps.db.promotion.findUniqueOrThrow({
    where: { id },
    include: { partner: true },
  });
  sent = { id, newsletter_id, partner_uid: partner.uid, frozen_at: FROZEN, click_window_ends_at: WINDOW_END };
  const { rows } = await server.deps.pool.query<{ id: number }>(
    "insert into newsletters (newsletter_date, status) values ('2026-10-20', 'sent'), ('2026-11-20', 'sent') returning id",
  );
  earlierNewsletterIds = rows.map((row) => row.id);
});
afterAll(() => server.close());
afterEach(() => server.deps.db.clickLog.deleteMany());

let created = 0;
/** Creates a reader, confirmed by default on a different day than the others. */
async function reader(address?: string, confirmed_at?: Date) {
  created += 1;
  const email = address ?? `reader-${created}@gmail.com`;
  return (
    await server.deps.db.reader.create({
      data: { email, status: 'active', confirmed_at: confirmed_at ?? daysBefore(100 + created) },
    })
  ).id;
}

type ClickFields = {
  promotion_id?: number | null;
  ip_hash?: Buffer<ArrayBuffer>;
  newsletter_id?: number;
  billable?: boolean | null;
  subnet?: string;
  site?: string;
};
const click = (reader_id: number, at: Date, { billable = null, subnet, site, ip_hash, ...fields }: ClickFields = {}) =>
  server.deps.db.clickLog.create({
    data: {
      promotion_id: sent.id,
      newsletter_id: sent.newsletter_id,
      source: 'newsletter',
      store: 'amazon',
      ...fields,
      reader_id,
      clicked_at: at,
      ua_class: 'person',
      billable,
      ip_hash: ip_hash ?? Buffer.from(`own ${reader_id}`),
      subnet_hash: subnet ? Buffer.from(subnet) : null,
      site_hash: site ? Buffer.from(site) : null,
    },
  });
const minutesAfter = (minutes: number) => new Date(FROZEN.getTime() + minutes * MINUTE);
const daysBefore = (days: number) => new Date(FROZEN.getTime() - days * DAY);

/** Returns {reader id: outcome}. */
async function outcomes() {
  const judged = await server.deps.db.$transaction((tx) => computeVerdicts(tx, sent));
  return Object.fromEntries(
    judged.map(({ reader_id, hold, invalid_reason }) => [reader_id, hold?.rule ?? invalid_reason ?? 'billable']),
  );
}
const countsOf = (outcomeByReader: Record<string, string>) =>
  Object.fromEntries(
    [...Map.groupBy(Object.values(outcomeByReader), String)].map(([outcome, all]) => [outcome, all.length]),
  );

describe('clicks of staff', () => {
  it('are recognized by the mailbox of any staff account, with tags and regardless of case', async () => {
    await server.deps.db.user.create({
      data: { uid: 'Nora.Whitlock@gmail.com', name: 'Nora', role: 'editor', encrypted_password: 'none' },
    });
    const emails = ['norawhitlock@gmail.com', 'Nora.Whitlock+deals@googlemail.com', 'norawhitlock@example.test'];
    const ids: number[] = [];
    for (const email of emails) ids.push(await reader(email));
    for (const [index, id] of ids.entries()) await click(id, minutesAfter(60 + index));
    expect(Object.values(await outcomes())).toEqual(['staff', 'staff', 'billable']);
  });
});

describe('erased readers', () => {
  it('aren’t billed, and their hashes are gone', async () => {
    const ids = [await reader(), await reader(), await reader()];
    for (const [index, id] of ids.entries()) await click(id, minutesAfter(60 + index), { subnet: 'a', site: 'b' });
    for (const id of ids.slice(0, 2)) {
      const { uuid } = await server.deps.db.reader.findUniqueOrThrow({ where: { id } });
      await eraseReader(server.deps, uuid);
    }
    const judged = await server.deps.db.$transaction((tx) => computeVerdicts(tx, sent));
    expect(judged.map(({ invalid_reason }) => invalid_reason)).toEqual(['erased', 'erased', null]);
    expect(judged.map(({ network, subnet, prefix48 }) => [network, subnet, prefix48].filter(Boolean).length)).toEqual([
      0, 0, 3,
    ]);
  });
});

describe('readers erased before they click', () => {
  it('aren’t billed', async () => {
    const ids = await Promise.all(Array.from({ length: 9 }, () => reader()));
    await server.deps.db.reader.deleteMany({ where: { id: { in: ids } } });
    for (const [index, id] of ids.entries()) await click(id, minutesAfter(60 + index));
    expect(countsOf(await outcomes())).toEqual({ erased: 9 });
  });
});

describe('readers of one range', () => {
  it.each([
    ['an IPv4 /24 or IPv6 /56', (n: number) => ({ subnet: 'range', site: `site ${n}` })],
    ['an IPv6 /48', (n: number) => ({ subnet: `subnet ${n}`, site: 'range' })],
  ])('are held together in %s', async (_, range) => {
    for (let n = 0; n < 13; n++) await click(await reader(), minutesAfter(60 + 20 * n), range(n));
    expect(countsOf(await outcomes())).toEqual({ range: 13 });
  });

  it('aren’t held if the clicks have no ranges stored', async () => {
    for (let n = 0; n < 13; n++) await click(await reader(), minutesAfter(60 + 20 * n));
    expect(countsOf(await outcomes())).toEqual({ billable: 13 });
  });
});

describe('known readers', () => {
  it.each([
    ['two newsletters, 14 days apart', [40, 26], 'billable'],
    ['two newsletters, 13 days apart', [39, 26], 'range'],
    ['one newsletter, clicked twice', [40], 'range'],
    ['clicks that didn’t count', [], 'range'],
    ['two newsletters, one clicked only after this one’s freeze', [20, -1], 'range'],
    ['clicks of more than 400 days ago', [450, 401], 'range'],
  ])('are recognized by their counted clicks: %s', async (_, days, expected) => {
    for (let n = 0; n < 13; n++) {
      const id = await reader();
      await click(id, minutesAfter(60 + 20 * n), { subnet: 'range' });
      if (days.length === 1)
        await click(id, daysBefore(20), {
          newsletter_id: earlierNewsletterIds[0]!,
          promotion_id: other,
          billable: true,
        });
      if (!days.length)
        for (const [index, day] of [40, 20].entries())
          await click(id, daysBefore(day), {
            newsletter_id: earlierNewsletterIds[index]!,
            promotion_id: other,
            billable: false,
          });
      for (const [index, day] of days.entries())
        await click(id, daysBefore(day), {
          newsletter_id: earlierNewsletterIds[index]!,
          promotion_id: other,
          billable: true,
        });
    }
    expect(countsOf(await outcomes())).toEqual({ [expected]: 13 });
  });
});

describe('newcomers', () => {
  const newcomer = (n: number) => reader(undefined, daysBefore(3 + n));
  const farm = async (secondClick?: ClickFields) => {
    for (let n = 0; n < 13; n++) {
      const id = await newcomer(n);
      await click(id, minutesAfter(60 + 20 * n));
      if (secondClick) await click(id, minutesAfter(65 + 20 * n), secondClick);
    }
  };
  const clickOther = async (count: number, createReader: (n: number) => Promise<number>) => {
    for (let n = 0; n < count; n++) await click(await createReader(n), minutesAfter(30 + n), { promotion_id: other });
  };

  it('are held if the readers of other promotions aren’t new', async () => {
    await farm();
    await clickOther(30, () => reader());
    expect(countsOf(await outcomes())).toEqual({ newcomers: 13 });
  });

  it('are held even if they also click other promotions', async () => {
    await farm({ promotion_id: other });
    for (let n = 0; n < 20; n++) await click(await reader(), minutesAfter(400 + 20 * n));
    await clickOther(30, () => reader());
    expect(countsOf(await outcomes())).toEqual({ newcomers: 13, billable: 20 });
  });

  it('count if the readers of other promotions are new, too', async () => {
    await farm();
    for (let n = 0; n < 20; n++) await click(await reader(), minutesAfter(400 + 20 * n));
    await clickOther(30, (n) => (n < 15 ? newcomer(n) : reader()));
    expect(countsOf(await outcomes())).toEqual({ billable: 33 });
  });

  it('are held even if one more newcomer clicked another promotion many times', async () => {
    await farm();
    await clickOther(30, () => reader());
    const id = await newcomer(20);
    for (let n = 0; n < 60; n++) await click(id, minutesAfter(200 + n), { promotion_id: other });
    expect(countsOf(await outcomes())).toEqual({ newcomers: 13 });
  });

  it('are held even if newcomers on one network, or who followed a hidden link, clicked another promotion', async () => {
    await farm();
    await clickOther(30, () => reader());
    for (let n = 0; n < 20; n++)
      await click(await newcomer(n), minutesAfter(30 + n), { promotion_id: other, ip_hash: Buffer.from('server') });
    for (let n = 0; n < 20; n++) {
      const id = await newcomer(n);
      await click(id, minutesAfter(60 + n), { promotion_id: other });
      await click(id, minutesAfter(90 + n), { promotion_id: null });
    }
    await click(await reader(), minutesAfter(400));
    expect(countsOf(await outcomes())).toEqual({ newcomers: 13, billable: 1 });
  });

  it('count in an installation’s first months if few readers or only newcomers clicked other promotions', async () => {
    await farm();
    await clickOther(29, newcomer);
    expect(countsOf(await outcomes())).toEqual({ billable: 13 });
    await clickOther(1, newcomer);
    expect(countsOf(await outcomes())).toEqual({ billable: 13 });
  });

  describe('after the first months', () => {
    beforeAll(async () => {
      await server.advanceTo('2026-12-06T00:00:00Z');
      await server.deps.db.promotion.update({ where: { id: other }, data: { settled_at: daysBefore(91) } });
    });

    it('are held even if few readers clicked other promotions', async () => {
      await farm();
      await clickOther(29, () => reader());
      expect(countsOf(await outcomes())).toEqual({ newcomers: 13 });
    });

    it('are held even if all readers of other promotions are new', async () => {
      await farm();
      await clickOther(30, newcomer);
      expect(countsOf(await outcomes())).toEqual({ newcomers: 13 });
    });
  });
});

describe('imported readers', () => {
  /** Creates imported readers: confirmed by the import or, with `asks`, only asked for permission. */
  async function importReaders(
    count: number,
    { at, consented_on, asks = false }: { at: Date; consented_on: string | null; asks?: boolean },
  ) {
    const { db } = server.deps;
    const { id: user_id } = await db.user.findFirstOrThrow();
    const { id: import_id } = await db.readerImport.create({
      data: { status: 'done', file_name: 'list.csv', file_bytes: 1, user_id, created_at: at },
    });
    const ids: number[] = [];
    for (let n = 0; n < count; n++) {
      const id = await reader(undefined, at);
      await db.reader.update({
        where: { id },
        data: { sign_up_source: 'import', created_at: asks ? daysBefore(30) : at },
      });
      await db.importedReader.create({
        data: {
          reader_id: id,
          import_id,
          consented_on: consented_on && new Date(consented_on),
          consent_source: 'Form',
        },
      });
      ids.push(id);
    }
    return ids;
  }
  const clickEach = async (ids: readonly number[]) => {
    for (const [n, id] of ids.entries()) await click(id, minutesAfter(60 + 20 * n));
  };

  it.each([3, 1])('count by the day of their consent, even if imported only %d days before', async (days) => {
    await clickEach(await importReaders(20, { at: daysBefore(days), consented_on: '2026-06-01' }));
    expect(countsOf(await outcomes())).toEqual({ billable: 20 });
  });

  it('count if a later import confirmed them', async () => {
    const ids = await importReaders(20, { at: daysBefore(3), consented_on: '2026-06-01', asks: true });
    await server.deps.db.importedReader.updateMany({
      where: { reader_id: { in: ids } },
      data: { confirmed_at: daysBefore(3) },
    });
    await clickEach(ids);
    expect(countsOf(await outcomes())).toEqual({ billable: 20 });
  });

  it('are new readers for 48 hours after their consent', async () => {
    await clickEach(await importReaders(2, { at: daysBefore(1), consented_on: '2026-12-01' }));
    expect(countsOf(await outcomes())).toEqual({ new_reader: 2 });
  });

  it('are held like other readers if they confirmed here within the same hour', async () => {
    await clickEach(await importReaders(20, { at: daysBefore(3), consented_on: '2026-06-01', asks: true }));
    expect(countsOf(await outcomes())).toEqual({ sign_ups: 20 });
  });

  it('are newcomers for 90 days after their consent, among readers of this promotion and of others', async () => {
    const outcomesWith = async (consented_on: string) => {
      await server.deps.db.clickLog.deleteMany();
      await clickEach(await importReaders(20, { at: daysBefore(3), consented_on }));
      for (let n = 0; n < 30; n++) await click(await reader(), minutesAfter(30 + n), { promotion_id: other });
      return countsOf(await outcomes());
    };
    expect(await outcomesWith('2026-11-01')).toEqual({ newcomers: 20 });
    expect(await outcomesWith('2026-06-01')).toEqual({ billable: 20 });
    await server.deps.db.clickLog.deleteMany();
    await clickEach(await importReaders(20, { at: daysBefore(3), consented_on: '2026-11-01' }));
    for (const [n, id] of (await importReaders(30, { at: daysBefore(3), consented_on: '2026-11-01' })).entries())
      await click(id, minutesAfter(30 + n), { promotion_id: other });
    for (let n = 0; n < 20; n++) await click(await reader(), minutesAfter(500 + 20 * n));
    expect(countsOf(await outcomes())).toEqual({ billable: 40 });
  });
});

describe('an address', () => {
  it.each([
    ['Shop.Per+x@GoogleMail.com', 'shopper@gmail.com', null, false],
    ['ann+books@firm.example', 'ann@firm.example', 'firm.example', false],
    ['ann@a1.farm.example', 'ann@a1.farm.example', 'farm.example', false],
    ['ann@mail.farm.co.uk', 'ann@mail.farm.co.uk', 'farm.co.uk', false],
    ['ann@farm.co', 'ann@farm.co', 'farm.co', false],
    ['ann@yahoo.co.uk', 'ann@yahoo.co.uk', null, false],
    ['x1@duck.com', 'x1@duck.com', null, true],
    ['shop@ann.anonaddy.com', 'shop@ann.anonaddy.com', null, true],
    ['ann@notduck.com', 'ann@notduck.com', 'notduck.com', false],
  ])('%s has the mailbox %s and the domain %s', (email, mailbox, domain, alias) => {
    expect([mailboxOf(email), ownedDomainOf(email), isAlias(email)]).toEqual([mailbox, domain, alias]);
  });
});
