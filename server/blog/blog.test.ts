import sharp from 'sharp';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START, startTestServer, type TestServer } from '#server/testing/app.ts';
import {
  type Client,
  createStaff,
  insertPartners,
  type PartnerClient,
  tablesChangedBy,
  visitor,
} from '#server/testing/factories.ts';

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const YESTERDAY = '2026-11-30T15:00:00.000Z';
const TOMORROW = '2026-12-02T15:00:00.000Z';

let server: TestServer;
let staff: Client & { id: number };
let partner: PartnerClient;
let pricing: { id: number };
let covers: { id: number };
beforeAll(async () => {
  server = await startTestServer();
  staff = await createStaff(server);
  [partner] = (await insertPartners(server, 1)) as [PartnerClient];
  pricing = await server.deps.db.blogCategory.create({ data: { slug: 'pricing', name: 'Pricing' } });
  covers = await server.deps.db.blogCategory.create({ data: { slug: 'covers', name: 'Covers', description: 'Look.' } });
});
afterAll(() => server.close());

const post = (input: object = {}) => ({ title: 'Free or 99 cents?', body: 'It *depends*.', ...input });
const write = async (input: object = {}) => (await staff.post('/blogs').send(post(input)).expect(201)).body.blog;
const titles = async (client: Client, query: string) =>
  (await client.get(`/blogs?${query}`).expect(200)).body.blogs.map((blog: { title: string }) => blog.title);

describe('a new post', () => {
  it('is a draft with rendered text, tags, and author', async () => {
    const blog = await write({
      summary: 'Decide by what comes after.',
      hero: '/media/photos/1.webp',
      blog_category_id: pricing.id,
      tag_names: ['Series', 'pricing'],
    });
    expect(blog).toEqual({
      id: expect.any(Number),
      slug: 'free-or-99-cents',
      title: 'Free or 99 cents?',
      summary: 'Decide by what comes after.',
      body: 'It *depends*.',
      body_html: '<p>It <em>depends</em>.</p>',
      hero: '/media/photos/1.webp',
      reading_minutes: 1,
      published_at: null,
      updated_at: '2026-12-01T15:00:00.000Z',
      blog_category_id: pricing.id,
      tags: [
        { id: expect.any(Number), slug: 'pricing', name: 'pricing' },
        { id: expect.any(Number), slug: 'series', name: 'Series' },
      ],
      blog_category: { id: pricing.id, slug: 'pricing', name: 'Pricing', description: '' },
      user: { id: staff.id, name: 'Nora Whitlock' },
      status: 'draft',
      user_id: staff.id,
      created_at: INSTANT,
    });
  });

  it.each<[string, object, object]>([
    ['nothing', {}, { title: ["can't be blank"], body: ["can't be blank"] }],
    ['an unknown category', post({ blog_category_id: 999 }), { blog_category_id: ['is not a blog category'] }],
    ['an unknown tag', post({ tag_ids: [999] }), { tag_ids: ['contains an unknown tag'] }],
    ['a picture of another host', post({ hero: 'https://spy.example/1.gif' }), { hero: [expect.any(String)] }],
    ['a script as the picture', post({ hero: 'javascript:alert(1)' }), { hero: [expect.any(String)] }],
    ['a date instead of a time', post({ published_at: '2026-12-01' }), { published_at: [expect.any(String)] }],
    [
      'a year that Postgres doesn’t support',
      post({ published_at: '0000-01-01T00:00:00Z' }),
      { published_at: [expect.any(String)] },
    ],
  ])('with %s is refused and stores nothing', async (_, body, errors) => {
    const changed = await tablesChangedBy(server, async () => {
      const res = await staff.post('/blogs').send(body).expect(422);
      expect(res.body.errors).toMatchObject(errors);
    });
    expect(changed).toEqual([]);
  });

  it('can be written by staff only', async () => {
    const changed = await tablesChangedBy(server, async () => {
      await visitor(server).post('/blogs').send(post()).expect(401);
      await partner.post('/blogs').send(post()).expect(403);
      await visitor(server).post('/tags').send({ name: 'Mine' }).expect(401);
      await partner.post('/tags').send({ name: 'Mine' }).expect(403);
    });
    expect(changed).toEqual([]);
  });
});

describe('the public', () => {
  it('can read published posts, and scheduled ones once their time has come', async () => {
    const draft = await write({ title: 'Seen: draft' });
    const scheduled = await write({ title: 'Seen: scheduled', published_at: TOMORROW });
    const published = await write({ title: 'Seen: published', published_at: YESTERDAY });
    for (const client of [visitor(server), partner]) {
      expect(await titles(client, 'q=Seen')).toEqual(['Seen: published']);
      await client.get(`/blogs/${draft.id}`).expect(404);
      await client.get(`/blogs/${scheduled.id}`).expect(404);
      await client.get(`/blogs/${published.id}`).expect(200);
    }
    expect(await titles(staff, 'q=Seen&public=true')).toEqual(['Seen: published']);
    await staff.get(`/blogs/${draft.id}?public=true`).expect(404);
    expect(await titles(staff, 'q=Seen')).toEqual(['Seen: draft', 'Seen: scheduled', 'Seen: published']);
    expect(await titles(staff, 'q=Seen&status=scheduled')).toEqual(['Seen: scheduled']);
    expect(await titles(visitor(server), 'q=Seen&status=draft')).toEqual([]);

    server.clock.set(new Date('2026-12-02T15:00:00.000Z'));
    expect(await titles(visitor(server), 'q=Seen')).toEqual(['Seen: scheduled', 'Seen: published']);
    server.clock.set(START);
  });

  it('gets lists without bodies, and posts without the fields for staff', async () => {
    const { id } = await write({ title: 'Short form', published_at: YESTERDAY });
    const { blogs, meta } = (await visitor(server).get('/blogs?q=Short form&joins=user,tags').expect(200)).body;
    expect(meta).toEqual({ total_count: 1, page: 1, per: 20 });
    expect(blogs).toEqual([
      {
        id,
        slug: 'short-form',
        title: 'Short form',
        summary: '',
        hero: null,
        reading_minutes: 1,
        published_at: YESTERDAY,
        updated_at: '2026-12-01T15:00:00.000Z',
        blog_category_id: null,
        tags: [],
        user: { id: staff.id, name: 'Nora Whitlock' },
      },
    ]);
    const { blog } = (await visitor(server).get(`/blogs/${id}`).expect(200)).body;
    expect(blog.body_html).toBe('<p>It <em>depends</em>.</p>');
    for (const hidden of ['status', 'user_id', 'created_at']) expect(blog).not.toHaveProperty(hidden);
  });

  it('can filter by category, tag, and literal text', async () => {
    const blog = await write({
      title: '50% off_peak',
      blog_category_id: covers.id,
      tag_names: ['Checklists'],
      published_at: YESTERDAY,
    });
    await write({ title: '50 cents off-peak', published_at: YESTERDAY });
    const [tag] = blog.tags;
    expect(await titles(visitor(server), `blog_category_id=${covers.id}`)).toEqual(['50% off_peak']);
    expect(await titles(visitor(server), `tag_id=${tag.id}`)).toEqual(['50% off_peak']);
    expect(await titles(visitor(server), 'q=50%25')).toEqual(['50% off_peak']);
    expect(await titles(visitor(server), 'q=off_peak')).toEqual(['50% off_peak']);
    await visitor(server).get('/blogs?tag=1').expect(422);
  });
});

describe('a change', () => {
  it("keeps fields that weren't sent, and is audited with both versions", async () => {
    const { id } = await write({ title: 'Before', tag_names: ['Old'], summary: 'Kept' });
    const res = await staff
      .patch(`/blogs/${id}/?joins[]=tags`)
      .send({ title: 'After', tag_names: ['New'], published_at: YESTERDAY })
      .expect(200);
    expect(res.body.blog).toMatchObject({ title: 'After', slug: 'after', summary: 'Kept', status: 'published' });
    expect(res.body.blog.tags.map((tag: { name: string }) => tag.name)).toEqual(['New']);
    const events = await server.deps.db.auditEvent.findMany({
      where: { entity: 'blog', entity_id: String(id) },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ action }) => action)).toEqual(['create', 'update']);
    expect(events[1]).toMatchObject({
      actor: 'user',
      actor_id: staff.id,
      before: { title: 'Before', tags: ['Old'] },
      after: { title: 'After', tags: ['New'] },
    });
  });

  it('keeps the tags unless they are sent, and removes them with an empty list', async () => {
    const { id } = await write({ tag_names: ['Stays'] });
    const kept = await staff.patch(`/blogs/${id}`).send({ summary: 'x' }).expect(200);
    expect(kept.body.blog.tags).toHaveLength(1);
    const none = await staff.patch(`/blogs/${id}`).send({ tag_ids: [] }).expect(200);
    expect(none.body.blog.tags).toEqual([]);
  });

  it('to an outdated version of a post is refused, and the current post is returned', async () => {
    const { id, updated_at } = await write({ title: 'Two at once' });
    server.clock.set(new Date('2026-12-01T15:00:05.000Z'));
    const first = { title: 'The first', seen_updated_at: updated_at };
    const saved = (await staff.patch(`/blogs/${id}`).send(first).expect(200)).body.blog;
    const second = { title: 'The second', seen_updated_at: updated_at };
    const changed = await tablesChangedBy(server, async () => {
      const res = await staff.patch(`/blogs/${id}`).send(second).expect(409);
      expect(res.body.errors.base).toEqual(['Someone else edited this post. Compare the versions, then save again.']);
      expect(res.body.blog).toMatchObject({ id, title: 'The first', updated_at: saved.updated_at });
    });
    expect(changed).toEqual([]);
    await staff
      .patch(`/blogs/${id}`)
      .send({ ...second, seen_updated_at: saved.updated_at })
      .expect(200);
    server.clock.set(START);
  });

  it("publishes at the server's current time", async () => {
    const { id } = await write();
    const { blog } = (await staff.patch(`/blogs/${id}`).send({ published_at: 'now' }).expect(200)).body;
    expect(blog).toMatchObject({ published_at: START.toISOString(), status: 'published' });
  });

  it('derives the slug from the title until someone sets a slug', async () => {
    const { id } = await write({ title: 'The week before' });
    const slugAfter = async (patch: object) =>
      (await staff.patch(`/blogs/${id}`).send(patch).expect(200)).body.blog.slug;
    expect(await slugAfter({ title: 'The month before' })).toBe('the-month-before');
    expect(await slugAfter({ slug: 'planning' })).toBe('planning');
    expect(await slugAfter({ title: 'The year before' })).toBe('planning');
    expect(await slugAfter({ slug: '' })).toBe('the-year-before');
    for (const slug of ['Planning', 'a b', '-a', 'a--b', '../x']) {
      const { body } = await staff.patch(`/blogs/${id}`).send({ slug }).expect(422);
      expect(body.errors.slug).toEqual(['can have only lowercase letters, digits, and single hyphens']);
    }
  });

  it('is possible only for staff, and only for existing posts', async () => {
    const { id } = await write();
    await partner.patch(`/blogs/${id}`).send({ title: 'Mine' }).expect(403);
    await visitor(server).patch(`/blogs/${id}`).send({ title: 'Mine' }).expect(401);
    await staff.patch('/blogs/999999').send({ title: 'Mine' }).expect(404);
  });
});

describe('editor tools', () => {
  it('preview a text as it would be published, and store nothing', async () => {
    const body = '# Ahead\n\n<script>alert(1)</script> *now*';
    const changed = await tablesChangedBy(server, async () => {
      const { preview } = (await staff.post('/blogs/preview').send({ body }).expect(200)).body;
      expect(preview).toEqual({
        body_html: '<h2>Ahead</h2>\n<p>&lt;script&gt;alert(1)&lt;/script&gt; <em>now</em></p>',
        reading_minutes: 1,
      });
      await staff
        .post('/blogs/preview')
        .send({ body: 'x'.repeat(60_001) })
        .expect(422);
      await partner.post('/blogs/preview').send({ body }).expect(403);
    });
    expect(changed).toEqual([]);
  });

  it('store a re-encoded image, at most 1,600 pixels wide, that a post can use', async () => {
    const png = await sharp({ create: { width: 2000, height: 500, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    const res = await staff.post('/blogs/pictures').attach('picture', png, '../../x.svg').expect(201);
    const { url } = res.body.picture;
    expect(url).toMatch(/^\/media\/photos\/blog-[0-9a-f]{16}\.webp$/);
    const stored = await supertest(server.url).get(url).buffer(true).expect(200);
    expect(await sharp(stored.body).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 400 });
    expect((await write({ hero: url })).hero).toBe(url);

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const refused = await staff.post('/blogs/pictures').attach('picture', svg, 'x.png').expect(422);
    expect(refused.body.errors.picture).toEqual(['must be a JPEG, PNG, or WebP image']);
    expect((await staff.post('/blogs/pictures').expect(422)).body.errors.picture).toEqual(["can't be blank"]);
    await partner.post('/blogs/pictures').attach('picture', png, 'x.png').expect(403);
  });
});

describe('tags', () => {
  it('are unique regardless of case, even when ten are created at the same time', async () => {
    const names = Array.from({ length: 10 }, (_, i) => (i % 2 ? 'Cozy' : 'COZY'));
    const responses = await Promise.all(names.map((name) => staff.post('/tags').send({ name })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
    expect(responses.find(({ status }) => status === 422)!.body.errors.name).toEqual(['has already been taken']);
  });

  it("aren't duplicated by simultaneous posts", async () => {
    const posts = await Promise.all(Array.from({ length: 6 }, () => write({ tag_names: ['Grimdark', 'GRIMDARK'] })));
    const ids = new Set(posts.flatMap((blog) => blog.tags.map((tag: { id: number }) => tag.id)));
    expect(ids.size).toBe(1);
    for (const blog of posts) expect(blog.tags).toHaveLength(1);
  });

  it('count published posts, and stay separate even if their slugs are equal', async () => {
    const { tag } = (await staff.post('/tags').send({ name: 'C++' }).expect(201)).body;
    await staff.post('/tags').send({ name: 'C#' }).expect(201);
    await write({ tag_ids: [tag.id] });
    await write({ tag_ids: [tag.id], published_at: YESTERDAY });
    const res = await visitor(server).get(`/tags/${tag.id}`).expect(200);
    expect(res.body.tag).toEqual({ id: tag.id, slug: 'c', name: 'C++', blogs_count: 1 });
    const { tags } = (await visitor(server).get('/tags?q=c%2B').expect(200)).body;
    expect(tags.map(({ name }: { name: string }) => name)).toEqual(['C++']);
    await visitor(server).get('/tags/999999').expect(404);
  });
});

describe('blog categories', () => {
  it('are sorted, with their published posts', async () => {
    const { id } = await server.deps.db.blogCategory.create({ data: { slug: 'dates', name: 'Dates' } });
    await write({ title: 'Hidden', blog_category_id: id });
    for (const day of ['01', '02', '03'])
      await write({ title: `Day ${day}`, blog_category_id: id, published_at: `2026-11-${day}T12:00:00Z` });
    const { blog_categories } = (
      await visitor(server).get('/blog_categories?joins[]=blogs&sort_col=name&sort_dir=desc').expect(200)
    ).body;
    expect(blog_categories.map(({ name }: { name: string }) => name)).toEqual(['Pricing', 'Dates', 'Covers']);
    expect(blog_categories[1]).toMatchObject({ slug: 'dates', blogs_count: 3 });
    const titlesOf = (blogs: { title: string }[]) => blogs.map(({ title }) => title);
    expect(titlesOf(blog_categories[1].blogs)).toEqual(['Day 03', 'Day 02', 'Day 01']);

    const res = await visitor(server).get(`/blog_categories/${id}?page=2&per=2`).expect(200);
    expect(res.body.meta).toEqual({ total_count: 3, page: 2, per: 2 });
    expect(titlesOf(res.body.blog_category.blogs)).toEqual(['Day 01']);
    const forStaff = await staff.get(`/blog_categories/${id}`).expect(200);
    expect(forStaff.body.blog_category).toMatchObject({ blogs_count: 4 });
    await visitor(server).get('/blog_categories/999').expect(404);
  });
});

describe('the reader blog', () => {
  it('shows published posts by category', async () => {
    const { db } = server.deps;
    const habits = await db.readerBlogCategory.create({ data: { slug: 'habits', name: 'Habits' } });
    const text = (title: string, published_at: string | null) => ({
      title,
      slug: 'x',
      body: '# Hello',
      published_at: published_at && new Date(published_at),
    });
    const shown = await db.readerBlog.create({
      data: { ...text('Ten 100%', YESTERDAY), reader_blog_category_id: habits.id },
    });
    const other = await db.readerBlog.create({ data: text('Ten 100 pages', YESTERDAY) });
    const later = await db.readerBlog.create({
      data: { ...text('Later', TOMORROW), reader_blog_category_id: habits.id },
    });
    const draft = await db.readerBlog.create({ data: text('Draft', null) });

    const ids = async (query: string) =>
      (await visitor(server).get(`/reader_blogs?${query}`).expect(200)).body.reader_blogs.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids('sort_col=id&sort_dir=asc')).toEqual([shown.id, other.id]);
    expect(await ids(`reader_blog_category_id=${habits.id}`)).toEqual([shown.id]);
    expect(await ids('q=100%25')).toEqual([shown.id]);
    const { reader_blog } = (
      await visitor(server).get(`/reader_blogs/${shown.id}?joins=reader_blog_category`).expect(200)
    ).body;
    expect(reader_blog).toMatchObject({
      body: '# Hello',
      body_html: '<h2>Hello</h2>',
      reader_blog_category: { id: habits.id, name: 'Habits' },
    });
    for (const { id } of [later, draft]) await staff.get(`/reader_blogs/${id}`).expect(404);

    const list = await visitor(server).get('/reader_blog_categories?joins=reader_blogs').expect(200);
    expect(list.body.reader_blog_categories).toMatchObject([{ name: 'Habits', reader_blogs_count: 1 }]);
    expect(list.body.reader_blog_categories[0].reader_blogs).toHaveLength(1);
    const category = await visitor(server).get(`/reader_blog_categories/${habits.id}?per=5`).expect(200);
    expect(category.body.meta).toEqual({ total_count: 1, page: 1, per: 5 });
    await visitor(server).get('/reader_blog_categories/999').expect(404);
  });
});
