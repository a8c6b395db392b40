import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { ruled, type ImportRule } from './import-rules.ts'
import { ocsfEvent, sarifOf } from './samples.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

async function send(into: number, name: string, content: Buffer | string, query = ''): Promise<Row> {
  const { report_id } = objectOf(await world.pilot.upload(`/gap_register/${into}/gap_finding${query}`, name, content))
  await world.app.jobs()
  return objectOf(await world.pilot.get(`/import_report/${report_id}`))
}
const gapsOf = async (into: number, ...filters: object[]): Promise<Row[]> =>
  (await world.pilot.post('/gap/page', { queryParams: { filters: [{ name: 'register', selected_options: [into] }, ...filters] } })).body.objects

/** A finding of a cloud's check, in an account and region. */
const check = (uid: string, severity: number, account: string, region: string) =>
  ocsfEvent(uid, severity, {
    cloud: { account: { uid: account }, region },
    vulnerabilities: [
      { cve: { uid: 'CVE-2026-0001' }, affected_packages: [{ name: 'openssl' }], affected_code: [{ file: { path: 'etc/app.conf', name: 'app.conf' } }] },
    ],
  })

test('a register says where what comes in belongs, who takes care of it and until when; the check shows it, and the fields are listed and filtered', async () => {
  const rules = [
    { account: 'PROD-*', perimeter: world.lyon, manager: world.contributor.memberId },
    { from_severity: 75, days: 7 },
    { target: '*.conf', days: 30, severity: 75 },
  ]
  const { id: into } = objectOf(await world.pilot.post('/gap_register', { name_en: 'Cloud', type: 'SCAN', rules }))
  const file = [check('u-1', 5, 'prod-1', 'eu-west-3'), check('u-2', 2, 'lab', 'eu-west-1')].map((one) => JSON.stringify(one)).join('\n')
  const trial = await send(into, 'a.jsonl', file, '?dry_run=1')
  const { objects: lines } = (await world.pilot.get(`/import_report/${trial.id}/lines`)).body
  const cells = lines[0].cells.map(({ column, to }: Row) => [column, to])
  expect(cells).toEqual(
    expect.arrayContaining([
      ['Account', 'prod-1'],
      ['Region', 'eu-west-3'],
      ['Package', 'openssl'],
      ['File', 'etc/app.conf'],
      ['Perimeter', 'Lyon'],
    ]),
  )
  expect(cells.map(([column]: string[]) => column)).toEqual(expect.arrayContaining(['Manager', 'Severity', 'Target date']))
  expect(await gapsOf(into)).toEqual([])
  await send(into, 'a.jsonl', file)
  const [prod] = await gapsOf(into, { name: 'account', selected_options: [{ text: 'prod-1' }] })
  expect(await gapsOf(into)).toHaveLength(2)
  expect(objectOf(await world.pilot.get(`/gap/${prod?.id}`))).toMatchObject({
    account: 'prod-1',
    region: 'eu-west-3',
    package: 'openssl',
    file: 'etc/app.conf',
    perimeter: { id: world.lyon },
    manager: { id: world.contributor.memberId },
    severity: 75,
    found_severity: 100,
    target_date: dayFromNow(7),
  })
  const other = (await gapsOf(into)).find(({ id }) => id !== prod?.id)
  expect(objectOf(await world.pilot.get(`/gap/${other?.id}`))).toMatchObject({ account: 'lab', perimeter: null, manager: null, target_date: dayFromNow(30) })
  // What somebody decided since stays, whatever the rules say now.
  await world.pilot.put(`/gap/${prod?.id}`, { target_date: dayFromNow(2), manager: null })
  await send(into, 'a.jsonl', file)
  expect(objectOf(await world.pilot.get(`/gap/${prod?.id}`))).toMatchObject({ target_date: dayFromNow(2), manager: null })
})

test('SARIF names the file, and the package where its tool does', async () => {
  const { id: into } = objectOf(await world.pilot.post('/gap_register', { name_en: 'Code', type: 'SCAN' }))
  const result = { rule: 'LK-1', file: 'lib/a.ts', row: 3, more: { message: { text: 'Package: libssl3\nInstalled Version: 3.0.1' } } }
  await send(into, 'a.sarif', sarifOf([result]))
  const [gap] = await gapsOf(into)
  expect(objectOf(await world.pilot.get(`/gap/${gap?.id}`))).toMatchObject({ file: 'lib/a.ts', package: 'libssl3', account: null, region: null })
})

describe('of several rules', () => {
  const rule = (fields: Partial<ImportRule>): ImportRule => ({
    from_severity: null,
    account: null,
    target: null,
    perimeter: null,
    manager: null,
    severity: null,
    days: null,
    ...fields,
  })
  const line = (values: object) => ({ values: { severity: 50, account: 'Prod-1', file: 'src/a.py', ...values }, foundBy: 'Lookout · billing' })

  test('the first one that matches and says a value gives it; a date of the file stays', () => {
    const rules = [rule({ from_severity: 75, days: 7 }), rule({ severity: 25 }), rule({ days: 30, severity: 75 })]
    expect(ruled(rules, line({}), '2026-12-31')).toEqual({ severity: 25, target_date: '2027-01-30' })
    expect(ruled(rules, line({ severity: 75 }), '2026-12-31')).toEqual({ severity: 25, target_date: '2027-01-07' })
    expect(ruled(rules, line({ target_date: '2026-12-01' }), '2026-12-31')).toEqual({ severity: 25 })
    expect(ruled([rule({ from_severity: 0, days: 1 })], line({ severity: undefined }), '2026-12-31')).toEqual({})
  })

  test.each([
    ['prod-1', true],
    ['PROD-*', true],
    ['*-1', true],
    ['p*d*1', true],
    ['prod', false],
    ['*', true],
    ['prod-1*1', false],
    ['lab', false],
  ])('the account %s: %s', (account, matches) => {
    expect(ruled([rule({ account, severity: 0 })], line({}), '2026-12-31')).toEqual(matches ? { severity: 0 } : {})
  })

  test.each(['*.py', 'lookout*', 'src/*'])('the target %s is looked for in region, package, file and tool', (target) => {
    expect(ruled([rule({ target, severity: 0 })], line({}), '2026-12-31')).toEqual({ severity: 0 })
    expect(ruled([rule({ target: 'prod-1', severity: 0 })], line({}), '2026-12-31')).toEqual({})
  })
})
