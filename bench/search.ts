import { atMost, ms, times, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { median, repeat, type Timings } from './measure.ts'
import { commonWord, rareWord, seedActions, settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const rounds = 3

/** The global search of a list of 100,000 rows, for a term that hits one row in a hundred and one that hits three in ten, against the plain list. */
export async function search(world: World): Promise<Figure[]> {
  const { customer } = await seedActions(world, { name: 'Searched', actions: 100_000, searchable: true })
  await settle(world)
  const person = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const of = async (global_search: string): Promise<Timings & { total: number }> => {
    const call = () => person.call('POST', '/remediation/page', { queryParams: { global_search } })
    const first = await call()
    if (first.status !== 200) throw new Error(first.body.toString())
    return { total: (JSON.parse(first.body.toString()) as { total: number }).total, ...(await repeat(25, call)) }
  }
  const results: Record<'plain' | 'rare' | 'common', Timings & { total: number }>[] = []
  for (let n = 0; n < rounds; n += 1) results.push({ plain: await of(''), rare: await of(rareWord), common: await of(commonWord) })
  person.close()
  const figure = (what: 'rare' | 'common', limit: number) => {
    const hits = results[0]?.[what].total ?? 0
    const detail = `${ms(median(results.map((r) => r[what].p50)))} and ${ms(median(results.map((r) => r.plain.p50)))}`
    return atMost(
      `search of 100,000 rows that hits ${hits}, against the plain list`,
      median(results.map((r) => r[what].p50 / r.plain.p50)),
      limit,
      times,
      detail,
    )
  }
  return [figure('rare', 3), figure('common', 10)]
}
