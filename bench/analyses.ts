import { resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Changes } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import { atMost, ms, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { median } from './measure.ts'
import { password, type World } from './world.ts'

const [assets, threats] = [300, 40]

/** A risk analysis of 300 assets and 40 threats: its 12,000 scenarios laid out in the background, then listed. */
export async function analyses(world: World): Promise<Figure[]> {
  const customer = await world.customer('Analyses')
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const parsed = async (method: string, path: string, body: object) =>
    JSON.parse((await pilot.call(method, path, body)).body.toString()) as {
      object: { id: number; running: boolean; made: number | null }
      objects: { id: number }[]
    }
  const perimeter = (await parsed('POST', '/perimeter/page', { queryParams: {} })).objects[0]?.id ?? 0
  const make = (entity: string, rows: readonly Changes[]) =>
    world.app.db.transaction(customer, async (tx) => {
      tx.act({ ...systemWho(customer, 'bench', 'bench'), roles: ['global_pilote'], rights: new Set([`${entity}.write`, `${entity}.read`]) })
      return createRows(tx, authorizeVerb(tx, resourceOf(resources, entity), 'create'), resourceOf(resources, entity), resources, rows, { silent: true })
    })
  const some = await make(
    'supporting_asset',
    Array.from({ length: assets }, (_, n) => ({ name_en: `Asset ${n}`, type: 'SOFTWARE', perimeter })),
  )
  const others = await make(
    'threat',
    Array.from({ length: threats }, (_, n) => ({ name_en: `Threat ${n}`, probability: 'MEDIUM' })),
  )
  const { id } = (
    await parsed('POST', '/risk_analysis', {
      name_en: 'Large',
      perimeter,
      impact_types: ['FINANCIAL'],
      supporting_assets: some.map((one) => one.id),
      threats: others.map((one) => one.id),
    })
  ).object
  const start = performance.now()
  await parsed('POST', `/risk_analysis/${id}/generate`, {})
  let answers = 0
  const waits: number[] = []
  for (;;) {
    const asked = performance.now()
    const { object } = await parsed('GET', `/risk_analysis/${id}/generation`, {})
    waits.push(performance.now() - asked)
    if (!object.running && object.made !== null) {
      answers = object.made
      break
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const taken = performance.now() - start
  const listed: number[] = []
  for (let n = 0; n < 15; n += 1) {
    const asked = performance.now()
    await parsed('POST', '/risk_scenario/page', { queryParams: { filters: [{ name: 'analysis', selected_options: [id] }] } })
    listed.push(performance.now() - asked)
  }
  pilot.close()
  return [
    atMost(`${answers} scenarios of ${assets} assets and ${threats} threats, from the press to the last`, taken, 3000, ms),
    { what: 'how far it is, asked meanwhile, median', measured: ms(median(waits)) },
    atMost('the first page of its scenarios, median', median(listed), 100, ms),
  ]
}
