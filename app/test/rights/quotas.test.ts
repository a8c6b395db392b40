import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Answer, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { workbookOf } from '#tools/test/sheet-file.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const messages = {
  policies: 'Quota reached: cannot create or associate policies, contact to increase',
  perimeters: 'Perimeter quota exceeded',
  internal_perimeters: 'Internal perimeters quota reached',
  pilots: 'Pilots quota exceeded',
  gaps: 'Quota exceeded',
} as const
type Name = keyof typeof messages

let last = 0
const mark = () => `Q${(last += 1)}`

interface Place {
  readonly pilot: Person
  readonly root: number
}
const fresh = async (): Promise<Place> => {
  const { id, root } = await app.customer()
  return { pilot: await app.member(id, 'global_pilote'), root }
}
const used = async ({ pilot }: Place, name: Name) =>
  ((await pilot.get('/licence')).body.object.quotas as { name: string; used: number }[]).find((one) => one.name === name)?.used ?? 0
/** So many are left. */
const leave = async (place: Place, name: Name, left: number) => {
  const quotas = JSON.stringify({ [name]: (await used(place, name)) + left })
  await owner.query(`begin; set local role vigie_provider; update customer set quotas = '${quotas}' where id = ${place.pilot.customerId}; commit`)
}
const made = async (answer: Promise<Answer>): Promise<number> => {
  const { status, body } = await answer
  expect([status, body.message]).toEqual([200, body.message])
  return body.object.id
}
/** What refused a file, line by line. */
const imported = async ({ pilot }: Place, path: string, header: readonly string[], rows: readonly (readonly string[])[]) => {
  const sent = await pilot.upload(`${path}/import`, 'sheet.xlsx', await workbookOf(header, rows))
  await app.jobs()
  return (await pilot.get(`/import_report/${sent.body.object.report_id}`)).body.object as {
    status: string
    counts: Record<string, number>
    lines: { n: number; message: string }[]
  }
}

const person = (roles: readonly string[] = ['contributor']) => ({ email: `${mark()}@quota.example`, firstname: 'First', lastname: mark(), roles })
const perimeter = (root: number) => ({ name_en: mark(), parent: root, type: 'INTERNAL' })

/** Each way in which something that a quota counts comes about: what is made ready before, and what is refused once none is left. */
const ways: readonly (readonly [Name, string, (place: Place) => Promise<() => Promise<Answer>>])[] = [
  [
    'policies',
    'created',
    async ({ pilot }) =>
      () =>
        pilot.post('/policy', { name_en: mark(), identifier: mark() }),
  ],
  [
    'policies',
    'forked',
    async ({ pilot }) => {
      const id = await made(pilot.post('/policy', { name_en: mark(), identifier: mark() }))
      return () => pilot.post('/policy/fork', { id })
    },
  ],
  [
    'policies',
    'taken back from the archive in bulk',
    async ({ pilot }) => {
      const id = await made(pilot.post('/policy', { name_en: mark(), identifier: mark() }))
      await pilot.put(`/policy/${id}`, { archived: true })
      return () => pilot.put('/policy/bulk', { rows: [{ id }], changes: { archived: false } })
    },
  ],
  ...(['perimeters', 'internal_perimeters'] as const).flatMap((name) => [
    [
      name,
      'created',
      async ({ pilot, root }: Place) =>
        () =>
          pilot.post('/perimeter', perimeter(root)),
    ] as const,
    [
      name,
      'made internal',
      async ({ pilot, root }: Place) => {
        const id = await made(pilot.post('/perimeter', { ...perimeter(root), type: 'APPLICATION' }))
        return () => pilot.put(`/perimeter/${id}`, { type: 'INTERNAL' })
      },
    ] as const,
    [
      name,
      'taken back from the archive in bulk',
      async ({ pilot, root }: Place) => {
        const id = await made(pilot.post('/perimeter', perimeter(root)))
        await pilot.put(`/perimeter/${id}`, { archived: true })
        return () => pilot.put('/perimeter/bulk', { rows: [{ id }], changes: { archived: false } })
      },
    ] as const,
  ]),
  [
    'pilots',
    'added',
    async ({ pilot }) =>
      () =>
        pilot.post('/member', person(['local_pilote'])),
  ],
  [
    'pilots',
    'given the role in bulk',
    async ({ pilot }) => {
      const id = await made(pilot.post('/member', person()))
      return () => pilot.put('/member/bulk', { rows: [{ id }], changes: { roles: ['local_pilote'] } })
    },
  ],
  [
    'pilots',
    'let in again',
    async ({ pilot }) => {
      const id = await made(pilot.post('/member', person(['local_pilote'])))
      await pilot.put(`/member/${id}`, { disabled: true })
      return () => pilot.put(`/member/${id}`, { disabled: false })
    },
  ],
  [
    'gaps',
    'created',
    async ({ pilot }) => {
      const register = await made(pilot.post('/gap_register', { name_en: mark() }))
      return () => pilot.post('/gap', { name_en: mark(), register })
    },
  ],
]

describe('once none is left, in its own words', () => {
  test.each(ways)('%s: %s', async (name, _, way) => {
    const place = await fresh()
    const run = await way(place)
    await leave(place, name, 0)
    const before = await used(place, name)
    const { status, body } = await run()
    const said = JSON.stringify(body)
    expect({
      refused: status !== 200 || body.ok === false || (body.failed?.length ?? 0) > 0,
      said: said.includes(messages[name]) ? messages[name] : said,
    }).toEqual({
      refused: true,
      said: messages[name],
    })
    expect(await used(place, name)).toBe(before)
    await leave(place, name, 1)
    const again = await run()
    expect([again.status, await used(place, name)]).toEqual([200, before + 1])
  })
})

describe('several at once take no more than what is left', () => {
  test.each(ways.filter(([, way]) => way === 'created' || way === 'added'))(
    'of a hundred who ask at once for the last place one gets it: %s, %s',
    async (name, _, way) => {
      const place = await fresh()
      const run = await way(place)
      await leave(place, name, 1)
      const before = await used(place, name)
      const answers = await Promise.all(Array.from({ length: 100 }, run))
      const refused = answers.filter(({ body }) => body.message === messages[name]).length
      expect([answers.filter(({ status }) => status === 200).length, refused, await used(place, name)]).toEqual([1, 99, before + 1])
    },
  )

  test('perimeters taken back from the archive, and people given a role, in one bulk edit', async () => {
    const place = await fresh()
    const { pilot, root } = place
    const places: number[] = []
    for (let n = 0; n < 3; n += 1) places.push(await made(pilot.post('/perimeter', perimeter(root))))
    await pilot.put('/perimeter/bulk', { rows: places.map((id) => ({ id })), changes: { archived: true } })
    const before = await used(place, 'perimeters')
    await leave(place, 'perimeters', 1)
    await pilot.put('/perimeter/bulk', { rows: places.map((id) => ({ id })), changes: { archived: false } })
    expect(await used(place, 'perimeters')).toBeLessThanOrEqual(before + 1)

    const people: number[] = []
    for (let n = 0; n < 3; n += 1) people.push(await made(pilot.post('/member', person())))
    const pilots = await used(place, 'pilots')
    await leave(place, 'pilots', 1)
    await pilot.put('/member/bulk', { rows: people.map((id) => ({ id })), changes: { roles: ['local_pilote'] } })
    expect(await used(place, 'pilots')).toBeLessThanOrEqual(pilots + 1)
  })

  test('lines of a file: the one that is too many is named, and nothing of the file is kept', async () => {
    const place = await fresh()
    const { pilot } = place
    const pilots = await used(place, 'pilots')
    await leave(place, 'pilots', 1)
    const rows = [mark(), mark(), mark()].map((one) => [`${one}@quota.example`, 'First', one, 'Local pilot'])
    const report = await imported(place, '/member', ['E-mail', 'First name', 'Last name', 'Roles'], rows)
    expect(report).toMatchObject({ status: 'ERROR', counts: { rows: 3, created: 0 } })
    expect(report.lines[0]).toMatchObject({ n: 3, message: messages.pilots })
    expect(await used(place, 'pilots')).toBe(pilots)

    await leave(place, 'perimeters', 1)
    const [root] = (await pilot.get('/perimeter?limit=1')).body.objects as { identifier: string }[]
    const sheet = await imported(
      place,
      '/perimeter',
      ['Name (English)', 'Parent', 'Type'],
      [mark(), mark()].map((one) => [one, root?.identifier ?? '', 'Internal']),
    )
    expect(sheet).toMatchObject({ status: 'ERROR', lines: [{ n: 3, message: messages.perimeters }] })
  })
})

describe('one’s own rights', () => {
  const rolesOf = async (who: Person, id: number) => (await who.get(`/member/${id}`)).body.object.roles as string[]

  test('two global pilots who take the role from each other at once: one of them keeps it', async () => {
    const { pilot } = await fresh()
    const other = await app.member(pilot.customerId, 'global_pilote')
    const take = (who: Person, from: Person) => who.put(`/member/${from.memberId}`, { roles: ['contributor'] })
    const answers = await Promise.all([take(pilot, other), take(other, pilot)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const left = answers[0]?.status === 200 ? pilot : other
    const gone = left === pilot ? other : pilot
    expect([await rolesOf(left, left.memberId), await rolesOf(left, gone.memberId)]).toEqual([['global_pilote'], ['contributor']])
    expect((await gone.put(`/member/${left.memberId}`, { roles: ['contributor'] })).status).toBe(403)
  })

  test('two who change the same role from the same version: the second is told that it is old', async () => {
    const { pilot } = await fresh()
    const other = await app.member(pilot.customerId, 'global_pilote')
    const third = await app.member(pilot.customerId, 'contributor')
    const { version } = (await pilot.get(`/member/${third.memberId}`)).body.object
    const answers = await Promise.all([
      pilot.put(`/member/${third.memberId}`, { roles: ['local_pilote'], version }),
      other.put(`/member/${third.memberId}`, { roles: ['local_auditor'], version }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers[0]?.status === 200 ? 'local_pilote' : 'local_auditor'
    expect(await rolesOf(pilot, third.memberId)).toEqual([winner])
  })

  test('the last global pilot gives their role up in no way; whoever is not the last may, and then may no more', async () => {
    const { pilot } = await fresh()
    const own = `/member/${pilot.memberId}`
    const refused = 'The organisation needs at least one active global pilot'
    for (const [way, answer] of [
      ['role', await pilot.put(own, { roles: ['contributor'] })],
      ['no role', await pilot.put(own, { roles: [] })],
      ['disabled', await pilot.put(own, { disabled: true })],
      ['archived', await pilot.put(own, { archived: true })],
      ['deleted', await pilot.delete(own)],
      ['external', await pilot.put(own, { is_external: true, access_end: '2099-01-01', roles: ['contributor'] })],
      ['bulk', await pilot.put('/member/bulk', { rows: [{ id: pilot.memberId }], changes: { roles: ['contributor'] } })],
      ['bulk delete', await pilot.post('/member/bulk_delete', { ids: [pilot.memberId] })],
    ] as const) {
      const said = JSON.stringify(answer.body)
      expect([way, await rolesOf(pilot, pilot.memberId), (await pilot.get('/auth/check')).status]).toEqual([way, ['global_pilote'], 200])
      if (way !== 'no role') expect([way, said.includes(refused) ? refused : said]).toEqual([way, refused])
    }
    const other = await app.member(pilot.customerId, 'global_pilote')
    await pilot.put('/member/bulk', { rows: [pilot, other].map(({ memberId: id }) => ({ id })), changes: { roles: ['contributor'] } })
    await pilot.put('/member/bulk', { rows: [pilot, other].map(({ memberId: id }) => ({ id })), changes: { disabled: true } })
    const kept = [pilot, other].map(({ memberId }) => memberId)
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from member where id = any($1) and not disabled and 'global_pilote' = any(roles)`,
      [kept],
    )
    expect(rows[0]?.n).toBeGreaterThan(0)
    await owner.query(`update member set roles = '{global_pilote}', disabled = false where id = any($1)`, [kept])
    expect((await pilot.put(own, { roles: ['contributor'] })).status).toBe(200)
    expect((await pilot.put(own, { roles: ['global_pilote'] })).status).toBe(403)
    expect(await rolesOf(other, pilot.memberId)).toEqual(['contributor'])
  })
})
