import { atMost, count, ms, statementsAtMost, times, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { median, repeat, type Timings } from './measure.ts'
import { commonWord, rareWord, seedActions, settle } from './seed-actions.ts'
import { sentInside } from './statements.ts'
import { password, type World } from './world.ts'

const rounds = 3
/** Before a connection keeps the plan of a statement, it has planned it five times. */
const warming = 8

const inTurns = 15
/** A text of twenty-four words that was pasted, which some rows hold. */
const manyWords = `${commonWord} described length that wide real ones ${Array.from({ length: 17 }, () => 'word').join(' ')}`

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
  const everywhere = await overAll(world, person)
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
  return [figure('rare', 3), figure('common', 10), ...everywhere]
}

/** The search over every kind of object: what a common word and a pasted text cost beside a rare word, and what it sends. */
async function overAll(world: World, person: Visitor): Promise<Figure[]> {
  const taken = new Map([rareWord, commonWord, manyWords].map((q): [string, number[]] => [q, []]))
  for (let n = 0; n < warming + inTurns; n += 1)
    for (const [q, mine] of taken) {
      const start = performance.now()
      const { status, body } = await person.call('GET', path(q))
      if (status !== 200) throw new Error(body.toString())
      if (n >= warming) mine.push(performance.now() - start)
    }
  const [rare, common, many] = [...taken.values()].map(median) as [number, number, number]
  const sent = await sentInside(world, person, 'GET', path(commonWord))
  const characters = sent.reduce((sum, { text }) => sum + text.length, 0)
  return [
    atMost('search over everything for a word of three rows in ten, against one of a hundredth', common / rare, 3, times, `${ms(common)} and ${ms(rare)}`),
    atMost('the same for 24 words, against one', many / common, 2, times, `${ms(many)} and ${ms(common)}`),
    statementsAtMost('statements of a search over everything', sent, 6),
    atMost('characters of its SQL', characters, 20_000, count),
  ]
}

const path = (q: string) => `/search?q=${encodeURIComponent(q)}`
