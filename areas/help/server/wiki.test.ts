import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessApp, type AccessAnswer, type Browser } from '#tools/test/access-app.ts'
import { originals } from './pages.ts'
import { plainText } from './search.ts'

/** Loosely typed: each test knows what it asked for. */
type Body = Record<string, unknown> & { readonly version: number }

let app: Awaited<ReturnType<typeof accessApp>>
let reader: Browser
let colleague: Browser
let root: Browser
let staff: Browser
let support: Browser
beforeAll(async () => {
  app = await accessApp()
  await app.member(app.customers.A, 'reader@a.example', ['contributor'])
  await app.member(app.customers.B, 'colleague@b.example', ['global_pilote'], { lang: 'fr' })
  for (const [email, type] of [
    ['staff@vigie.example', 'STAFF_PLUS'],
    ['support@vigie.example', 'SUPPORT'],
  ] as const) {
    await app.member(1, email, [])
    await app.owner.query('update account set admin_type = $1 where email = $2', [type, email])
  }
  const signedIn = async (email: string) => {
    const browser = app.browser()
    await browser.signIn(email)
    return browser
  }
  ;[reader, colleague, root, staff, support] = await Promise.all(
    ['reader@a.example', 'colleague@b.example', 'root@vigie.example', 'staff@vigie.example', 'support@vigie.example'].map(signedIn) as [
      Promise<Browser>,
      Promise<Browser>,
      Promise<Browser>,
      Promise<Browser>,
      Promise<Browser>,
    ],
  )
})
afterAll(() => app.close())

const page = (who: Browser, identifier = 'actions') => who.call('GET', `/wiki/page/${identifier}`)
const write = (who: Browser, body: object, identifier = 'actions') => who.call('PUT', `/wiki/page/${identifier}`, body)
const objectOf = ({ body }: AccessAnswer) => body.object as unknown as Body

test('everybody reads the same page in their own language, staff outside of organisations too (SHL-14, SHL-17)', async () => {
  expect((await page(reader)).body).toMatchObject({
    ok: true,
    rating: null,
    object: { identifier: 'actions', title: 'Action plans', current_rating: null, rating_right: true, edit_right: false, link_id: null, provider: null },
  })
  expect(objectOf(await page(reader)).children).toContainEqual({ identifier: 'actions_filtered', title: 'Actions' })
  expect(objectOf(await page(colleague))).toMatchObject({ title: 'Plans d’action' })
  expect(objectOf(await page(root))).toMatchObject({ title: 'Action plans', rating_right: false, edit_right: true })
  expect((await app.browser().call('GET', '/wiki/page/actions')).status).toBe(401)
})

test('a page that does not exist is not found, whatever stands for its name (SHL-19)', async () => {
  for (const identifier of ['nothing', 'ACTIONS', '..%2F..%2Fpackage', 'actions.md', '__proto__', 'constructor', 'a'.repeat(300), '%00', "actions'--"]) {
    expect([identifier, (await page(reader, identifier)).status]).toEqual([identifier, 404])
    expect([identifier, (await reader.call('PUT', `/wiki/page/${identifier}/rating?rating=1`)).status]).toEqual([identifier, 404])
  }
})

test('one vote for each account and page, which can change (SHL-15, SHL-18)', async () => {
  expect((await reader.call('PUT', '/wiki/page/actions/rating?rating=1')).body).toEqual({ ok: true, message: 'Thank you for your feedback!' })
  expect((await reader.call('PUT', '/wiki/page/actions/rating?rating=-1')).status).toBe(200)
  expect((await colleague.call('PUT', '/wiki/page/actions/rating?rating=0')).body.message).toBe('Merci pour votre avis\u00a0!')
  expect((await page(reader)).body).toMatchObject({ rating: -1, object: { current_rating: -1 } })
  expect((await page(colleague)).body).toMatchObject({ rating: 0 })
  expect((await page(reader, 'home')).body).toMatchObject({ rating: null })
  expect((await support.call('GET', '/wiki/feedback')).body.objects).toEqual([
    { identifier: 'actions', title: 'Action plans', votes: 2, helpful: 0, kind_of: 1, not_really: 1 },
  ])
})

test.each(['2', '-2', '0.5', '', 'true', '1e0', '+1', ' 1', 'null', '1&rating=-1'])('a rating of «%s» is refused', async (value) => {
  expect((await reader.call('PUT', `/wiki/page/actions/rating?rating=${value}`)).status).toBe(400)
  expect((await page(reader)).body['rating']).toBe(-1)
})

test('staff is not asked, and cannot vote (SHL-20)', async () => {
  for (const one of [root, staff, support]) expect((await one.call('PUT', '/wiki/page/home/rating?rating=1')).status).toBe(403)
  expect((await reader.call('PUT', '/wiki/page/actions/rating')).status).toBe(400)
})

test('who acts in another’s name neither votes for them nor writes', async () => {
  const member = await app.member(app.customers.A, 'acted@a.example', ['contributor'])
  const visitor = app.browser()
  await visitor.signIn('acted@a.example')
  await app.db.transaction(app.customers.A, (tx) =>
    tx.runText(`update session set impersonator_id = 1, impersonator_account_id = 1, impersonator_name = 'Root' where customer_id = $1 and member_id = $2`, [
      app.customers.A,
      member,
    ]),
  )
  expect(objectOf(await page(visitor))).toMatchObject({ rating_right: false })
  expect((await visitor.call('PUT', '/wiki/page/home/rating?rating=1')).status).toBe(403)
})

test('only administrators and staff write, only where they act for no organisation', async () => {
  const body = { title_en: 'Plans of action' }
  for (const one of [reader, colleague, support]) {
    for (const answer of [await write(one, body), await one.call('DELETE', '/wiki/page/actions'), await one.call('GET', '/wiki/page/actions/source')])
      expect(answer.status).toBe(403)
  }
  for (const one of [reader, colleague]) expect((await one.call('GET', '/wiki/feedback')).status).toBe(403)
  const inside = app.browser()
  await inside.signIn('root@vigie.example')
  await inside.call('PUT', '/user/customer', { customer_id: app.customers.A })
  expect((await write(inside, body)).status).toBe(403)
  expect(objectOf(await page(inside))).toMatchObject({ edit_right: false, title: 'Action plans' })
  const { rows } = await app.owner.query<{ id: number }>(`select id::int from customer where kind = 'CATALOG'`)
  expect((await inside.call('PUT', '/user/customer', { customer_id: rows[0]?.id })).status).toBe(200)
  expect((await write(inside, { title_en: 'Plans of action' })).body).toMatchObject({ ok: true, object: { title_en: 'Plans of action', edited: true } })
  expect((await inside.call('DELETE', '/wiki/page/actions')).status).toBe(200)
})

test('the database itself refuses a writer who may not, and an address of a player that is none', async () => {
  const server = await app.owner.query<{ done: boolean }>(
    `select set_config('app.customer_id', $1, false), save_wiki_page((select id from account where email = 'reader@a.example'), 'actions', '{}') as done`,
    [String(app.customers.A)],
  )
  expect(server.rows[0]?.done).toBe(false)
  await expect(app.owner.query(`insert into wiki_page (identifier, provider, link_id) values ('broken', 'YOUTUBE', 'x"><script>')`)).rejects.toThrow(/check/)
})

test('what staff writes is read by everybody, audited, and taken back by restoring the original', async () => {
  const { version } = objectOf(await staff.call('GET', '/wiki/page/lists/source'))
  const written = await write(
    staff,
    { title_en: 'Tables', content_fr: '## Tout\n\nNouveau mot : zibeline.', provider: 'YOUTUBE', link_id: 'dQw4w9WgXcQ', children: ['home'], version },
    'lists',
  )
  expect(written.body).toMatchObject({ ok: true, message: 'Saved', object: { edited: true, version: version + 1, title_fr: expect.any(String) } })
  expect(objectOf(await page(reader, 'lists'))).toMatchObject({
    title: 'Tables',
    provider: 'YOUTUBE',
    link_id: 'dQw4w9WgXcQ',
    children: [{ identifier: 'home' }],
  })
  expect((await colleague.call('GET', '/wiki/search?q=ZIBELINE')).body.objects).toMatchObject([{ identifier: 'lists' }])
  expect((await reader.call('GET', '/wiki/search?q=zibeline')).body.objects).toEqual([])
  expect(JSON.stringify((await reader.call('GET', '/wiki/contents')).body)).toContain('"title":"Tables"')
  const restored = await staff.call('DELETE', '/wiki/page/lists')
  expect(restored.body).toMatchObject({ message: 'The original page is back', object: { edited: false, version: version + 2 } })
  expect(objectOf(await page(reader, 'lists'))).toMatchObject({ title: originals.get('lists')?.title_en, provider: null })
  const { rows } = await app.owner.query<{ action: string; details: string }>(
    `select action, details from audit_log where entity = 'wiki_page' and details like '%"lists"%' order by seq, n`,
  )
  expect(rows).toEqual([
    { action: 'update', details: JSON.stringify({ identifier: 'lists', fields: ['title_en', 'content_fr', 'children', 'link_id', 'provider'] }) },
    { action: 'restore', details: JSON.stringify({ identifier: 'lists' }) },
  ])
})

test('of two who write the same page the later one is told, also after it was restored', async () => {
  const { version } = objectOf(await root.call('GET', '/wiki/page/scores/source'))
  const both = await Promise.all([write(root, { title_en: 'Figures', version }, 'scores'), write(staff, { title_en: 'Numbers', version }, 'scores')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'STALE', object: { version: version + 1 } })
  await root.call('DELETE', '/wiki/page/scores')
  expect((await write(staff, { title_en: 'Late', version: version + 1 }, 'scores')).status).toBe(409)
})

test.each([
  [{ provider: 'YOUTUBE', link_id: 'javascript:x' }, 'link_id'],
  [{ provider: 'YOUTUBE', link_id: 'dQw4w9WgXcQ/../..' }, 'link_id'],
  [{ provider: 'YOUTUBE', link_id: '"><script>a' }, 'link_id'],
  [{ provider: 'YOUTUBE', link_id: '76979871' }, 'link_id'],
  [{ provider: 'VIMEO', link_id: 'dQw4w9WgXcQ' }, 'link_id'],
  [{ provider: 'VIMEO', link_id: '76979871?x=1' }, 'link_id'],
  [{ provider: 'VIMEO', link_id: null }, 'link_id'],
  [{ provider: null, link_id: '76979871' }, 'link_id'],
  [{ provider: 'DAILYMOTION', link_id: '76979871' }, 'provider'],
  [{ children: ['nothing'] }, 'children'],
  [{ children: ['home', 'home'] }, 'children'],
  [{ children: ['records'] }, 'children'],
  [{ children: ['javascript:alert(1)'] }, 'children.0'],
  [{ title_en: '   ' }, 'title_en'],
  [{ title_fr: 'x'.repeat(129) }, 'title_fr'],
  [{ content_en: '' }, 'content_en'],
  [{ content_en: 'x'.repeat(20_001) }, 'content_en'],
  [{ content_fr: 'a\u0000b' }, 'content_fr'],
] as const)('%j is refused by the name of its field', async (body, field) => {
  const { status, body: answer } = await write(root, body, 'records')
  expect(status).toBe(400)
  expect(Object.keys(answer['errors'] as object).join()).toContain(field)
  expect(objectOf(await root.call('GET', '/wiki/page/records/source'))).toMatchObject({ edited: false })
})

test('keys that a page does not have are refused', async () => {
  for (const body of [{ identifier: 'home' }, { edited: false }, { html: '<b>' }]) expect((await write(root, body, 'records')).status).toBe(400)
})

test('pages are found by their words, without accents or case, titles first', async () => {
  const found = async (who: Browser, q: string) =>
    (await who.call('GET', `/wiki/search?q=${encodeURIComponent(q)}`)).body.objects as unknown as { identifier: string; title: string; excerpt: string }[]
  expect((await found(reader, 'ACTION plans'))[0]).toMatchObject({ identifier: 'actions' })
  expect((await found(colleague, 'declaration applicabilite'))[0]).toMatchObject({
    identifier: 'org_policies_statement_id',
    title: 'Déclaration d’applicabilité',
  })
  expect(await found(reader, '   ')).toEqual([])
  expect(await found(reader, '<script>')).toEqual([])
  for (const { excerpt } of await found(reader, 'perimeter')) expect(excerpt).not.toMatch(/\*\*|\]\(|^#/)
  expect((await reader.call('GET', `/wiki/search?q=${'x'.repeat(201)}`)).status).toBe(400)
})

test('an excerpt is text without its markup', () => {
  expect(plainText('## Why\n\n- **Read** the [rules](/doc/scores), then `go`.\n\n| a | b |\n|---|---|\n| 1 | 2 |')).toBe(
    'Why Read the rules, then go . a b 1 2',
  )
})
