import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { removeExclusion } from '#areas/scores/server/index.ts'
import { dayFromNow, objectOf, type Row } from '#tools/test/actions-world.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let other: Person
/** Holds the grouping, and nothing else. */
let holder: Person
let holderAuditor: Person
/** Of one of its perimeters. */
let site: Person
let elsewhere: Person
let asker: Person
let register: number
let control: Record<string, number>
let grouping: number
/** The root; B and C are below it. */
let A: number
let B: number
let C: number

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  ;({ A, B } = golden.perimeter)
  C = objectOf(await pilot.post('/perimeter', { name_en: 'Site C', parent: A })).id
  await golden.as((tx) => removeExclusion(tx, 'exemption', 1))
  grouping = objectOf(await pilot.post('/tag', { name_en: 'Plants', perimeters: [B] })).id
  other = await app.member(golden.id, 'global_pilote')
  holder = await app.member(golden.id, 'local_pilote')
  holderAuditor = await app.member(golden.id, 'local_auditor')
  for (const { memberId } of [holder, holderAuditor]) objectOf(await pilot.put(`/member/${memberId}`, { tag: grouping }))
  site = await app.member(golden.id, 'local_pilote', { perimeterIds: [B] })
  elsewhere = await app.member(golden.id, 'local_pilote', { perimeterIds: [C] })
  asker = await app.member(golden.id, 'contributor', { perimeterIds: [B] })
  register = objectOf(await pilot.post('/exemption_register', { name_en: 'Exemptions', is_default: true })).id
  const rows = await golden.as((tx) => tx.runText<{ id: number; identifier: string }>('select id, identifier from control where customer_id = $1', [golden.id]))
  control = Object.fromEntries(rows.map(({ id, identifier }) => [identifier, id]))
})
afterAll(() => app.close())
beforeEach(async () => {
  const { body } = await pilot.post('/exemption/page', { queryParams: { filters: [{ name: 'status', selected_options: ['GRANTED'] }], per_page: 100 } })
  for (const { id } of body.objects as Row[]) objectOf(await pilot.post(`/exemption/${id}/close`, {}))
  await gather([B])
})

const gather = async (perimeters: readonly number[]) => {
  objectOf(await pilot.put(`/tag/${grouping}`, { perimeters }))
  await app.jobs()
}
const wanted = (fields: object = {}) => ({
  name_en: 'Old press',
  reason: 'The maker is gone',
  register,
  tag: grouping,
  controls: [control.R3],
  start_date: dayFromNow(0),
  end_date: dayFromNow(90),
  ...fields,
})
const request = async (fields: object = {}, by: Person = pilot): Promise<Row> =>
  objectOf(await by.post('/exemption', wanted({ ...(by === asker && { controls: [] }), ...fields })))
const read = async (id: number, by: Person = pilot): Promise<Row> => objectOf(await by.get(`/exemption/${id}`))
const places = ({ perimeters }: Row) => (perimeters as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)
const score = async (perimeter: number) => {
  const { body } = await pilot.get(`/score?perimeter=${perimeter}&scope=own`)
  return { with: body.object.score.performance as number, exempted: body.object.score.counts.exempted as number }
}

describe('perimeters or one grouping', () => {
  const mixed = { tag: ['Grouping and perimeters cannot be mixed'] }

  test('of a grouping its perimeters are listed, and never mixed with others', async () => {
    const made = await request()
    expect(made.tag).toMatchObject({ id: grouping })
    expect(places(made)).toEqual([B])
    expect((await pilot.post('/exemption', wanted({ perimeters: [C] }))).body.errors).toEqual(mixed)
    expect((await pilot.post('/exemption', wanted({ perimeters: [B] }))).body.errors).toEqual(mixed)
    expect((await pilot.put(`/exemption/${made.id}`, { tag: grouping, perimeters: [B, C] })).body.errors).toEqual(mixed)
    // Multiple groupings cannot be selected: there is one place for them.
    expect((await pilot.post('/exemption', wanted({ tag: [grouping, grouping] }))).status).toBe(400)
  })

  test('naming the one releases the other; what is sent back as it was names nothing', async () => {
    const { id } = await request()
    const same = objectOf(await pilot.put(`/exemption/${id}`, { tag: grouping, perimeters: [B], reason: 'Said better' }))
    expect([same.tag, places(same)]).toMatchObject([{ id: grouping }, [B]])
    const site = objectOf(await pilot.put(`/exemption/${id}`, { perimeters: [C] }))
    expect([site.tag, places(site)]).toEqual([null, [C]])
    const back = objectOf(await pilot.put(`/exemption/${id}`, { tag: grouping }))
    expect([back.tag, places(back)]).toMatchObject([{ id: grouping }, [B]])
    const history = (await pilot.get(`/exemption/${id}/history`)).body.objects as { changes: { field: string }[] }[]
    expect(history.filter(({ changes }) => changes.some(({ field }) => field === 'tag'))).toHaveLength(3)
    const left = objectOf(await pilot.put(`/exemption/${id}`, { tag: null }))
    expect([left.tag, places(left)]).toEqual([null, [B]])
  })

  test('many at once are brought to a grouping, and back by an undo', async () => {
    const { id } = await request({ tag: undefined, perimeters: [C] })
    const { body } = await pilot.put('/exemption/bulk', { rows: [{ id }], changes: { tag: grouping } })
    expect(places(await read(id))).toEqual([B])
    expect((await pilot.post('/exemption/bulk/undo', { undo: body.object.undo })).status).toBe(200)
    const back = await read(id)
    expect([back.tag, places(back)]).toEqual([null, [C]])
    // The same of incidents, which lie in one perimeter or in a grouping, and of whoever is in charge of them.
    const group = objectOf(await pilot.post('/group', { name: 'Team' })).id
    const incident = objectOf(await pilot.post('/incident', { name_en: 'Phish', perimeter: C, manager: other.memberId })).id
    const changed = await pilot.put('/incident/bulk', { rows: [{ id: incident }], changes: { tag: grouping, group } })
    expect(objectOf(await pilot.get(`/incident/${incident}`))).toMatchObject({ perimeter: null, manager: null })
    await pilot.post('/incident/bulk/undo', { undo: changed.body.object.undo })
    expect(objectOf(await pilot.get(`/incident/${incident}`))).toMatchObject({ perimeter: { id: C }, tag: null, manager: { id: other.memberId }, group: null })
  })

  test('a grouping without perimeters, one that reaches beyond the asker and one of another organisation are refused', async () => {
    const none = objectOf(await pilot.post('/tag', { name_en: 'Nothing' })).id
    expect((await pilot.post('/exemption', wanted({ tag: none }))).body.errors).toEqual({
      tag: ['This grouping has no perimeter: the exemption would apply nowhere'],
    })
    await gather([B, C])
    const beyond = { tag: ['You do not have access to all the perimeters concerned: choose perimeters instead'] }
    expect((await asker.post('/exemption', wanted({ controls: [] }))).body.errors).toEqual(beyond)
    expect((await site.post('/exemption', wanted())).body.errors).toEqual(beyond)
    const stranger = await app.customer()
    const foreign = objectOf(await (await app.member(stranger.id, 'global_pilote')).post('/tag', { name_en: 'Theirs', perimeters: [stranger.root] })).id
    expect((await pilot.post('/exemption', wanted({ tag: foreign }))).body.errors).toHaveProperty('tag')
    // A grouping that is asked for stays.
    await request()
    await pilot.put(`/tag/${grouping}`, { perimeters: [] })
    expect((await pilot.delete(`/tag/${grouping}`)).status).toBe(409)
  })
})

describe('until the decision and after it', () => {
  test('a request follows its grouping until it is granted, and what was granted does not', async () => {
    const { id, version } = await request({}, asker)
    await gather([B, C])
    const followed = await read(id)
    expect(places(followed)).toEqual([B, C])
    // It stays the asker's request, asked for anew; what was looked at before is not granted unseen.
    const { objects } = (await pilot.get(`/exemption/${id}/decision`)).body
    expect(objects).toMatchObject([{ state: 'OPEN', asked_by: { id: asker.memberId } }, { state: 'REPLACED' }])
    expect((await other.post(`/exemption/${id}/grant`, { version })).status).toBe(409)
    objectOf(await other.post(`/exemption/${id}/grant`, { version: followed.version }))
    await gather([C])
    const granted = await read(id)
    expect([granted.tag, places(granted)]).toMatchObject([{ id: grouping }, [B, C]])
    const [{ copy }] = (await pilot.get(`/exemption/${id}/decision`)).body.objects
    expect([copy.tag, copy.perimeters]).toMatchObject([{ id: grouping }, [{ id: B }, { id: C }]])
    // Neither the grouping nor its perimeters are exchanged any more.
    for (const change of [{ tag: null }, { perimeters: [B] }])
      expect((await pilot.put(`/exemption/${id}`, change)).body.errors).toEqual({
        [Object.keys(change)[0] ?? '']: ['A granted exemption can no longer be changed: only its end can be brought forward'],
      })
  })

  test('what changed in between is not granted, even before the request has followed', async () => {
    const { id } = await request({}, asker)
    objectOf(await pilot.put(`/tag/${grouping}`, { perimeters: [B, C] }))
    const { status, body } = await other.post(`/exemption/${id}/grant`, {})
    expect([status, body.message]).toEqual([409, 'The perimeters of its grouping have just changed: look at the request again before deciding'])
    await expect(
      app.db.transaction(golden.id, (tx) => tx.runText("update exemption set status = 'GRANTED' where customer_id = $1 and id = $2", [golden.id, id])),
    ).rejects.toThrow('other perimeters')
    await app.jobs()
    objectOf(await other.post(`/exemption/${id}/grant`, {}))
    await expect(
      app.db.transaction(golden.id, (tx) => tx.runText('update exemption set tag_id = null where customer_id = $1 and id = $2', [golden.id, id])),
    ).rejects.toThrow('stays as it was')
  })

  test('a grouping that is emptied leaves its requests nowhere: nobody grants them, and they come back with its perimeters', async () => {
    const { id } = await request({}, asker)
    await gather([])
    const emptied = await read(id)
    expect([emptied.tag, places(emptied)]).toMatchObject([{ id: grouping }, []])
    const [open] = (await pilot.get(`/exemption/${id}/decision`)).body.objects
    expect(open).toMatchObject({ state: 'OPEN', asked_by: { id: asker.memberId } })
    const { status, body } = await other.post(`/exemption/${id}/grant`, {})
    expect([status, body.message]).toEqual([409, 'This grouping has no perimeter: the exemption would apply nowhere'])
    await gather([B])
    expect(places(await read(id))).toEqual([B])
    objectOf(await other.post(`/exemption/${id}/grant`, {}))
  })

  test('what was rejected and is asked for again, and a renewal, list the perimeters of their day', async () => {
    const { id } = await request({}, asker)
    objectOf(await other.post(`/exemption/${id}/reject`, { comment: 'Not yet' }))
    await gather([B, C])
    expect(places(await read(id))).toEqual([B])
    expect(places(objectOf(await pilot.post(`/exemption/${id}/submit`, {})))).toEqual([B, C])
    objectOf(await other.post(`/exemption/${id}/grant`, {}))
    await gather([C])
    const renewed = objectOf(await pilot.post(`/exemption/${id}/renew`, { start_date: dayFromNow(91), end_date: dayFromNow(120) }))
    expect([renewed.tag, places(renewed)]).toMatchObject([{ id: grouping }, [C]])
    expect(places(await read(id))).toEqual([B, C])
  })

  test('scores leave the requirement out in each of its perimeters and nowhere else', async () => {
    await gather([A])
    const before = [await score(A), await score(B)]
    const { id } = await request()
    const { changes } = (await other.get(`/exemption/${id}/decision`)).body
    expect(changes).toMatchObject([{ kind: 'EXEMPTION', perimeter: A }])
    objectOf(await other.post(`/exemption/${id}/grant`, {}))
    const one = [await score(A), await score(B)]
    // The worked example: 40.9375 without the exemption of A from R3, 46.7857 with it.
    expect([before[0]?.with, one[0]?.with]).toEqual([expect.closeTo(40.94, 1), expect.closeTo(46.79, 1)])
    expect(one[0]?.exempted).toBe((before[0]?.exempted ?? 0) + 1)
    expect(one[1]).toEqual(before[1])
    // A perimeter that comes into the grouping afterwards is not excused.
    await gather([A, B])
    expect([await score(A), await score(B)]).toEqual(one)
    const { body } = await pilot.get('/exemption/debt')
    expect((body.object.perimeters as { id: number; in_force: number }[]).find((row) => row.id === A)).toMatchObject({ in_force: 1 })
    const items = (await pilot.get(`/exemption/debt/items?perimeter=${A}`)).body.objects
    expect(items).toMatchObject([{ id, tag: { id: grouping } }])
    objectOf(await other.post(`/exemption/${id}/close`, {}))
    expect([await score(A), await score(B)]).toEqual(before)
  })
})

describe('who sees it and who decides', () => {
  test('whoever holds the grouping, also once its perimeters are others; whoever reaches one of its perimeters; nobody else', async () => {
    const { id } = await request({}, asker)
    const status = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries({ holder, holderAuditor, site, elsewhere, asker }).map(async ([name, by]) => [name, (await by.get(`/exemption/${id}`)).status]),
        ),
      )
    expect(await status()).toEqual({ holder: 200, holderAuditor: 200, site: 200, elsewhere: 404, asker: 200 })
    objectOf(await holder.post(`/exemption/${id}/grant`, {}))
    await gather([C])
    expect(await status()).toEqual({ holder: 200, holderAuditor: 200, site: 200, elsewhere: 404, asker: 200 })
    // Its perimeters are out of the holder's reach by now: it is read, and ended by those who reach them.
    expect((await holder.post(`/exemption/${id}/close`, {})).status).toBe(403)
    expect((await holderAuditor.post(`/exemption/${id}/close`, {})).status).toBe(403)
    const filter = { queryParams: { filters: [{ name: 'tag', selected_options: [grouping] }], per_page: 100 } }
    const found = (await holderAuditor.post('/exemption/page', filter)).body.objects as Row[]
    expect(found.map((row) => row.id)).toContain(id)
    objectOf(await site.post(`/exemption/${id}/close`, {}))
  })

  test('who may not see it finds it nowhere, and who only reads changes nothing of it', async () => {
    const { id } = await request()
    const auditor = await app.member(golden.id, 'global_auditor')
    const stranger = await app.member(golden.id, 'contributor', { perimeterIds: [C] })
    const days = { start_date: dayFromNow(91), end_date: dayFromNow(120) }
    const tried = (by: Person) =>
      Promise.all([
        by.put(`/exemption/${id}`, { tag: grouping }),
        by.post(`/exemption/${id}/grant`, {}),
        by.post(`/exemption/${id}/reject`, { comment: 'No' }),
        by.post(`/exemption/${id}/withdraw`, {}),
        by.post(`/exemption/${id}/submit`, {}),
        by.post(`/exemption/${id}/renew`, days),
        by.delete(`/exemption/${id}`),
      ])
    for (const by of [auditor, holderAuditor]) expect((await tried(by)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403])
    for (const by of [elsewhere, stranger]) expect((await tried(by)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
    for (const by of [auditor, holderAuditor]) expect((await by.post('/exemption', wanted())).status).toBe(403)
    expect((await elsewhere.post('/exemption', wanted())).status).toBe(400)
    expect(await read(id)).toMatchObject({ status: 'REQUESTED', version: 1 })
  })

  test('a local pilot of one of its perimeters does not decide for the others', async () => {
    await gather([B, C])
    const { id } = await request()
    expect((await site.get(`/exemption/${id}`)).body.object.decide_right).toBe(false)
    expect((await site.post(`/exemption/${id}/grant`, {})).status).toBe(403)
    objectOf(await holder.post(`/exemption/${id}/grant`, {}))
  })
})

test('a day gone by shows the grouping and the perimeters of that day', async () => {
  const { id } = await request()
  const [row] = await golden.as((tx) =>
    tx.runText<{ tag: number }>('select tag_id::float8 as tag from exemption where customer_id = $1 and id = $2', [golden.id, id]),
  )
  expect(row?.tag).toBe(grouping)
  const [past] = await app.db.transaction(golden.id, async (tx) => {
    tx.readPast(new Date())
    return tx.runText<{ tag: number }>('select tag_id::float8 as tag from exemption where customer_id = $1 and id = $2', [golden.id, id])
  })
  expect(past?.tag).toBe(grouping)
})
