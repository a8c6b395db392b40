import { afterAll, beforeAll, expect, test } from 'vitest'
import { kitApp, type Caller, type KitApp } from '#tools/test/kit-app.ts'
import { commentRoutes } from './comment-routes.ts'
import { searchRoute } from './search-routes.ts'
import { viewRoutes } from './view-routes.ts'

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(({ api, resources }) => {
    commentRoutes(api, resources)
    viewRoutes(api)
    searchRoute(api, resources, {
      sameTerms: [
        ['copies', 'sauvegardes'],
        ['absent', 'gone'],
      ],
    })
    return []
  })
})
afterAll(() => kit.close())

const make = async (body: object, caller?: Caller) =>
  (await kit.call('POST', '/thing', body, caller)).body.object as unknown as { id: number; identifier: string }

test('whoever reads an object comments on it; only authors change and delete what they said', async () => {
  const { id } = await make({ name_en: 'Discussed' }, { member: 2 })
  const posted = await kit.call('POST', `/thing/${id}/comments`, { text: '  Well?  ' }, { member: 2 })
  expect(posted.body.object).toMatchObject({ text: 'Well?', author: { id: 2, name: 'Chloé Contributrice' }, edit_right: true, delete_right: true })
  const comment = (posted.body.object as unknown as { id: number }).id
  const seen = await kit.call('GET', `/thing/${id}/comments`)
  expect(seen.body.objects).toMatchObject([{ id: comment, edit_right: false, delete_right: false }])
  expect((await kit.call('DELETE', `/comment/${comment}`)).status).toBe(403)
  expect((await kit.call('DELETE', `/comment/${comment}`, undefined, { customer: 'B', member: 2 })).status).toBe(404)
  expect((await kit.call('PUT', `/comment/${comment}`, { text: 'Well!' }, { member: 2 })).status).toBe(200)
  expect((await kit.call('GET', `/thing/${id}/comments`)).body.objects).toMatchObject([{ text: 'Well!' }])
  expect((await kit.call('DELETE', `/comment/${comment}`, undefined, { member: 2 })).body.message).toBe('Comment deleted')
  expect((await kit.call('GET', `/thing/${id}/comments`)).body).toMatchObject({ objects: [], removed: [{ id: comment, author: { id: 2 } }] })
})

test('what was said is kept when its author changes it, which they may for fifteen minutes', async () => {
  const { id } = await make({ name_en: 'Changed' })
  const posted = await kit.call('POST', `/thing/${id}/comments`, { text: 'Befor' })
  const comment = posted.body.object?.id ?? 0
  await kit.call('PUT', `/comment/${comment}`, { text: 'Before' })
  const seen = await kit.call('GET', `/thing/${id}/comments`)
  expect(seen.body.objects).toMatchObject([{ text: 'Before', edited_at: expect.any(String), edit_right: true }])
  expect((await kit.call('GET', `/comment/${comment}/said`)).body.objects).toMatchObject([{ text: 'Befor' }])
  await kit.owner.query(`set app.customer_id = '${kit.customers.A}'; update comment set created_at = created_at - interval '16 minutes' where id = ${comment}`)
  expect((await kit.call('GET', `/thing/${id}/comments`)).body.objects).toMatchObject([{ edit_right: false, delete_right: true }])
  expect((await kit.call('PUT', `/comment/${comment}`, { text: 'After' })).status).toBe(403)
})

test('whoever may speak about an object settles what was asked, and opens it again; what was said stays', async () => {
  const { id } = await make({ name_en: 'Settled' }, { member: 2 })
  const { id: comment } = (await kit.call('POST', `/thing/${id}/comments`, { text: 'Done?' }, { member: 2 })).body.object ?? { id: 0 }
  expect((await kit.call('PUT', `/comment/${comment}/resolved`, { resolved: true })).status).toBe(200)
  expect((await kit.call('GET', `/thing/${id}/comments`)).body.objects).toMatchObject([
    { text: 'Done?', edited_at: null, resolved: { by: { id: 1, name: 'Paula Pilote' } } },
  ])
  await kit.call('PUT', `/comment/${comment}/resolved`, { resolved: false }, { member: 2 })
  expect((await kit.call('GET', `/thing/${id}/comments`)).body.objects).toMatchObject([{ resolved: null }])
  expect((await kit.call('PUT', `/comment/${comment}/resolved`, { resolved: true }, { customer: 'B' })).status).toBe(404)
})

test('only those who may read an object are offered and can be called in a comment on it', async () => {
  const { id } = await make({ name_en: 'Called' })
  const offered = async (search: string, caller?: Caller) =>
    (await kit.call('GET', `/comment/mentionable?entity=thing&id=${id}&search=${search}`, undefined, caller)).body.objects
  expect(await offered('')).toEqual([{ id: 1, name: 'Paula Pilote' }])
  expect(await offered('chlo')).toEqual([])
  const refused = await kit.call('POST', `/thing/${id}/comments`, { text: 'Hello @[2]' })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { text: ['Somebody you mention cannot open this object: remove the mention, or give them access first'] },
  ])
  // Nobody learns whether there is such a member.
  expect((await kit.call('POST', `/thing/${id}/comments`, { text: 'Hello @[999]' })).body.errors).toEqual(refused.body.errors)
  const hers = await make({ name_en: 'Hers' }, { member: 2 })
  const posted = await kit.call('POST', `/thing/${hers.id}/comments`, { text: '@[1] and @[2], see' }, { member: 2 })
  expect(posted.body.object).toMatchObject({
    mentions: [
      { id: 1, name: 'Paula Pilote' },
      { id: 2, name: 'Chloé Contributrice' },
    ],
  })
  const many = Array.from({ length: 21 }, (_, n) => `@[${n + 1}]`).join(' ')
  expect((await kit.call('POST', `/thing/${id}/comments`, { text: many })).status).toBe(400)
})

test('an object out of reach has no comments, for reading or writing', async () => {
  const { id } = await make({ name_en: 'Private' })
  const statuses = async (caller: Caller) => [
    (await kit.call('GET', `/thing/${id}/comments`, undefined, caller)).status,
    (await kit.call('POST', `/thing/${id}/comments`, { text: 'x' }, caller)).status,
  ]
  expect(await statuses({ member: 2 })).toEqual([404, 404])
  expect(await statuses({ customer: 'B' })).toEqual([404, 404])
  expect(await statuses({ member: 3 })).toEqual([403, 403])
  expect((await kit.call('POST', `/thing/${id}/comments`, { text: '   ' })).status).toBe(400)
})

test('a saved view is its owner’s to change, and everybody’s to use once shared', async () => {
  const state = {
    sort: [{ name: 'amount', order: 'desc' }],
    filters: [{ name: 'status', selected_options: ['OPEN', null] }],
    search: 'é',
    columns: [{ name: 'name', width: 200 }],
  }
  const saved = await kit.call('POST', '/view', { list: 'thing', name: 'Open ones', shared: false, state })
  const { id } = saved.body.object as unknown as { id: number }
  const listed = async (caller?: Caller, list = 'thing') => (await kit.call('GET', `/view?list=${list}`, undefined, caller)).body.objects
  expect(await listed()).toEqual([{ id, name: 'Open ones', shared: false, own: true, state }])
  expect(await listed({ member: 2 })).toEqual([])
  expect((await kit.call('PUT', `/view/${id}`, { shared: true }, { member: 2 })).status).toBe(404)
  expect((await kit.call('PUT', `/view/${id}`, { shared: true })).body.object).toMatchObject({ name: 'Open ones', shared: true })
  expect(await listed({ member: 2 })).toEqual([{ id, name: 'Open ones', shared: true, own: false, state }])
  expect(await listed({ customer: 'B' })).toEqual([])
  expect(await listed({}, 'other')).toEqual([])
  expect((await kit.call('DELETE', `/view/${id}`, undefined, { member: 2 })).status).toBe(404)
  expect((await kit.call('DELETE', `/view/${id}`)).status).toBe(200)
  expect((await kit.call('POST', '/view', { list: 'thing', name: 'x', state: { ...state, anything: 1 } })).status).toBe(400)
})

test('the setting of a list is kept per person', async () => {
  const setting = { columns: [{ name: 'name', width: 240, hidden: false }], density: 'compact', view_mode: 'list', per_page: 50 }
  const storedSettings = async (caller?: Caller) => (await kit.call('GET', '/list_setting', undefined, caller)).body.objects
  expect(await storedSettings()).toEqual([])
  for (const per_page of [20, 50]) expect((await kit.call('PUT', '/list_setting/thing', { ...setting, per_page })).status).toBe(200)
  expect(await storedSettings()).toEqual([{ list: 'thing', setting }])
  expect(await storedSettings({ member: 2 })).toEqual([])
  expect((await kit.call('PUT', '/list_setting/No%20Such', setting)).status).toBe(404)
})

test('the universal search finds words without accents or case, best first, in what the reader may see', async () => {
  const [own, other] = [
    await make({ identifier: 'SX-7', name_fr: 'Chiffrement des sauvegardes' }, { member: 2 }),
    await make({ identifier: 'SX-70', name_en: 'Sauvegardes régulières', note: 'SX-7' }),
  ]
  const found = async (q: string, caller?: Caller) =>
    (await kit.call('GET', `/search?q=${encodeURIComponent(q)}`, undefined, caller)).body.objects?.map((o) => (o as unknown as { id: number }).id)
  expect(await found('SAUVEGARDES')).toEqual([other.id, own.id])
  expect(await found('regulieres')).toEqual([other.id])
  expect(await found('sx-7')).toEqual([own.id, other.id])
  // Of identifiers that begin so the shorter ones go first, whatever they name.
  const next = await make({ identifier: 'SX-700', name_en: 'A first name' })
  expect(await found('SX-7')).toEqual([own.id, other.id, next.id])
  // Words for the same thing find each other, after what was asked for itself.
  const named = await make({ identifier: 'SX-8', name_en: 'Copies' })
  expect(await found('copies')).toEqual([named.id, other.id, own.id])
  expect(await found('sauvegardes', { member: 2 })).toEqual([own.id])
  expect([await found('sauvegardes', { customer: 'B' }), await found('sauvegardes', { member: 3 }), await found(''), await found("%' or 1=1")]).toEqual([
    [],
    [],
    [],
    [],
  ])
  expect((await kit.call('GET', '/search?q=chiffrement')).body.objects).toEqual([
    { entity: 'thing', id: own.id, identifier: 'SX-7', name: 'Chiffrement des sauvegardes' },
  ])
})

test('a name counts in the language that is looked for, whatever the reader reads', async () => {
  const within = await make({ name_en: 'Aardvark', name_fr: 'Surchiffrages' })
  const begins = await make({ name_en: 'Zebra', name_fr: 'Chiffrages annuels' })
  const { objects } = (await kit.call('GET', '/search?q=chiffrage')).body
  expect(objects?.map((o) => (o as unknown as { id: number }).id)).toEqual([begins.id, within.id])
})

test('beginnings of words go before what stands within them', async () => {
  const [within, second, first] = [
    await make({ name_en: 'Overlogging' }),
    await make({ name_en: 'Central logging' }),
    await make({ name_en: 'Logging of access' }),
  ]
  const { objects } = (await kit.call('GET', '/search?q=logging')).body
  expect(objects?.map((o) => (o as unknown as { id: number }).id)).toEqual([first.id, second.id, within.id])
})
