import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, type World } from '#tools/test/actions-world.ts'
import { registeredRoutes } from '#app/web/registry.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { areas, rights } from './registry.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const statesOf = async (person: Person) => {
  const { status, body } = await person.get('/administration/states')
  expect(status).toBe(200)
  return (body.objects as { page: string; tone: string; text: string }[]).map(({ page, tone, text }) => [page, tone, text])
}
const run = (text: string, values: readonly unknown[]) =>
  world.app.db.transaction(world.pilot.customerId, (tx) => tx.runText(text, [world.pilot.customerId, ...values]))

test('every page that says something of itself is one of administration, and whoever is told may open it', () => {
  const states = areas.flatMap((area) => area.states ?? [])
  expect(states.length).toBeGreaterThan(5)
  for (const { page, right, words } of states) {
    const route = registeredRoutes.find(({ path }) => path === page)
    const opens = [route?.right ?? []].flat()
    const roles = rights[right] ?? []
    expect([words, route?.category, roles.filter((role) => route?.roles && !route.roles.includes(role))]).toEqual([words, 'administration', []])
    expect([words, roles.filter((role) => opens.length > 0 && !opens.some((one) => rights[one]?.includes(role)))]).toEqual([words, []])
  }
})

test('nothing is said where nothing failed, ends or is new', async () => {
  expect(await statesOf(world.pilot)).toEqual([])
})

test('a failed import is said to whoever may bring files in, until the same file went in', async () => {
  const report = (status: string, dry = false) =>
    run(`insert into import_report (customer_id, kind, file_name, status, dry_run, created_by) values ($1, 'remediation', 'actions.xlsx', $2, $3, $4)`, [
      status,
      dry,
      world.pilot.memberId,
    ])
  await report('ERROR', true)
  expect(await statesOf(world.pilot)).toEqual([])
  await report('ERROR')
  expect(await statesOf(world.pilot)).toEqual([['/admin/import_reports', 'bad', '1 failed this week']])
  const auditor = await world.app.member(world.pilot.customerId, 'global_auditor')
  expect(await statesOf(auditor)).toEqual([])
  await report('COMPLETE')
  expect(await statesOf(world.pilot)).toEqual([])
})

test('an access that ends within a fortnight is said to those who may change it alone', async () => {
  const contributor = await world.app.member(world.pilot.customerId, 'contributor')
  const until = (day: string) => run('update member set access_end = $2 where customer_id = $1 and id = $3', [day, contributor.memberId])
  await until(dayFromNow(20))
  expect(await statesOf(world.pilot)).toEqual([])
  await until(dayFromNow(5))
  const [page, tone, text] = (await statesOf(world.pilot))[0] ?? []
  expect([page, tone]).toEqual(['/admin/users', 'warn'])
  expect(text).toMatch(/^1 access ends on \d\d\/\d\d\/\d{4}$/)
  expect(await statesOf(contributor)).toEqual([])
  expect(await statesOf(await world.app.member(world.pilot.customerId, 'global_auditor'))).toEqual([])
})

test('of a page the most pressing alone is said: a certificate that has ended before one that ends soon', async () => {
  const made = async (name: string, day: string) => {
    const { id } = (await world.pilot.post('/auth_config', { name, type: 'SAML' })).body.object as { id: number }
    await run('update auth_config set enabled = true where customer_id = $1 and id = $2', [id])
    await run('update auth_config_state set certificate_expires_on = $2 where customer_id = $1 and config_id = $3', [day, id])
  }
  const certificateStates = async () =>
    (await statesOf(world.pilot)).filter(([page]) => page === '/admin/auth_config').map(([, tone, text]) => [tone, text?.replace(/\d.*/, '')])
  await made('Far', dayFromNow(90))
  expect(await certificateStates()).toEqual([])
  await made('Near', dayFromNow(10))
  expect(await certificateStates()).toEqual([['warn', 'Certificate ends on ']])
  await made('Over', dayFromNow(-1))
  expect(await certificateStates()).toEqual([['bad', 'Certificate ended on ']])
})
