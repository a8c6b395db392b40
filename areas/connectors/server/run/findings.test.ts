import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { makeConnectorWorld, type ConnectorWorld } from '#tools/test/connector-world.ts'

let world: ConnectorWorld
let register: number
beforeAll(async () => {
  world = await makeConnectorWorld()
  register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Scans', type: 'SCAN', perimeters: [world.lyon] })).id as number
})
afterAll(() => world.app.close())
beforeEach(() => world.anew())

interface Finding {
  readonly id: string
  readonly name?: string
  readonly level?: number | string
  readonly cve?: string
}

const scanner = (least = 50) => ({
  config: {
    base_url: `${world.service.url}/scan`,
    sign_in: 'none',
    paging: 'none',
    rows: '$.found[*]',
    finding_key: '$.id',
    finding_name: '$.name',
    finding_score: '$.level',
    finding_code: '$.cve',
  },
  feeds: [],
  register,
  least_score: least,
})
const finds = (...found: readonly Finding[]) => world.says(() => ({ json: { found } }))
const gaps = async () =>
  ((await world.pilot.post('/gap/page', {})).body.objects as Row[])
    .filter((gap) => gap.register?.id === register)
    .map(({ external_key: key, status, source, severity, perimeter }) => ({ key, status, source, severity, perimeter: perimeter?.id }))
    .toSorted((a, b) => String(a.key).localeCompare(String(b.key)))

test('what weighs enough becomes a gap, what is told again costs nothing, what is gone closes, what comes back opens again', async () => {
  const id = await world.connect(scanner())
  finds({ id: 'a', name: 'Old library', level: 90 }, { id: 'b', name: 'Weak cipher', level: 'high' }, { id: 'c', name: 'Banner', level: 10 })
  expect(await world.runNow(id)).toMatchObject({ status: 'SUCCESS', counts: { findings: 3, fresh: 3, made: 2, closed: 0 } })
  expect(await gaps()).toMatchObject([
    { key: 'a', status: 'TO_HANDLE', source: 'CONNECTOR', perimeter: world.lyon },
    { key: 'b', status: 'TO_HANDLE', source: 'CONNECTOR' },
  ])
  expect(await world.runNow(id)).toMatchObject({ counts: { findings: 3, unchanged: 3, fresh: 0, made: 0, gone: 0 } })
  finds({ id: 'b', name: 'Weak cipher, still', level: 'high' }, { id: 'c', name: 'Banner', level: 90 })
  expect(await world.runNow(id)).toMatchObject({ counts: { findings: 2, unchanged: 0, fresh: 2, made: 1, changed: 1, gone: 1, closed: 1 } })
  expect(await gaps()).toMatchObject([
    { key: 'a', status: 'CLOSE' },
    { key: 'b', status: 'TO_HANDLE' },
    { key: 'c', status: 'TO_HANDLE' },
  ])
  finds({ id: 'a', name: 'Old library', level: 90 }, { id: 'b', name: 'Weak cipher, still', level: 'high' }, { id: 'c', name: 'Banner', level: 10 })
  expect(await world.runNow(id)).toMatchObject({ counts: { fresh: 2, changed: 1, closed: 1 } })
  expect(await gaps()).toMatchObject([{ status: 'TO_HANDLE' }, { status: 'TO_HANDLE' }, { key: 'c', status: 'CLOSE' }])
  expect((await world.pilot.get(`/customer_connector/${id}/feeds`)).body).toMatchObject({ gaps: 2 })
})

test('what is told again unchanged becomes a gap once less weighs enough, closes once more is asked for, and enters another register', async () => {
  const id = await world.connect(scanner(80))
  finds({ id: 'k-high', level: 90 }, { id: 'k-low', level: 60 })
  expect(await world.runNow(id)).toMatchObject({ counts: { fresh: 2, made: 1 } })
  const change = async (changes: object) => {
    const { version } = await world.read(id)
    expect((await world.pilot.put(`/customer_connector/${id}`, { name: 'Scanner', ...scanner(), ...changes, version })).status).toBe(200)
  }
  await change({ least_score: 50 })
  expect(await world.runNow(id)).toMatchObject({ counts: { unchanged: 2, fresh: 0, made: 1 } })
  await change({ least_score: 80 })
  expect(await world.runNow(id)).toMatchObject({ counts: { unchanged: 2, made: 0, closed: 1 } })
  const other = objectOf(await world.pilot.post('/gap_register', { name_en: 'Other scans', type: 'SCAN', perimeters: [world.lyon] })).id as number
  await change({ register: other, least_score: 0 })
  expect(await world.runNow(id)).toMatchObject({ counts: { unchanged: 2, made: 2 } })
  finds({ id: 'k-high', level: 90 })
  expect(await world.runNow(id)).toMatchObject({ counts: { unchanged: 1, gone: 1, closed: 1 } })
  // What is gone by the time that the register changes is told to none.
  await change({ register, least_score: 95 })
  finds({ id: 'k-other', level: 10 })
  expect(await world.runNow(id)).toMatchObject({ counts: { fresh: 1, gone: 1, closed: 0 } })
})

test('a run that breaks off half way closes nothing, and the next one mends', async () => {
  const id = await world.connect({
    ...scanner(),
    config: { ...scanner().config, paging: 'page', paging_parameter: 'page' },
  })
  const page = (n: number) => Array.from({ length: 3 }, (_, at) => ({ id: `p${n}-${at}`, level: 80 }))
  let breaks = false
  world.says(({ url }) => {
    const n = Number(url.searchParams.get('page') ?? 1)
    if (n === 2 && breaks) return { status: 500, json: { message: 'broken' } }
    return { json: { found: n <= 3 ? page(n) : [] } }
  })
  expect(await world.runNow(id)).toMatchObject({ status: 'SUCCESS', counts: { findings: 9, made: 9 } })
  breaks = true
  const before = await gaps()
  expect(await world.runNow(id)).toMatchObject({ status: 'FAILED', error: 'unexpected' })
  expect(await gaps()).toEqual(before)
  breaks = false
  expect(await world.runNow(id)).toMatchObject({ status: 'SUCCESS', counts: { findings: 9, unchanged: 9, gone: 0 } })
})

test('a gap that somebody rejected stays as they decided', async () => {
  const id = await world.connect(scanner())
  finds({ id: 'kept', name: 'False alarm', level: 90 })
  await world.runNow(id)
  const gap = ((await world.pilot.post('/gap/page', {})).body.objects as Row[]).find(({ external_key: key }) => key === 'kept')
  objectOf(await world.pilot.put(`/gap/${gap?.id}`, { status: 'CLOSE', resolution_status: 'REJECTED' }))
  finds({ id: 'kept', name: 'False alarm, again', level: 95 })
  await world.runNow(id)
  expect((await gaps()).find(({ key }) => key === 'kept')).toMatchObject({ status: 'CLOSE' })
})
