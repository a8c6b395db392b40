import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { JobContext } from '#kit/server/http/area.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeFindings, type ToldFinding } from '#areas/gaps/server/index.ts'
import { AdapterFault, type Found } from '#areas/connectors/server/adapters/adapter.ts'
import { stillMine, type Claim } from './claim.ts'

/** Findings that are compared at once, and gaps that are written at once: a transaction of either takes well below a second. */
const [together, gapsTogether] = [5_000, 500] as const
/** The most that one run tells, and the most gaps of one connector. */
export const [mostFindings, mostGaps] = [3_000_000, 20_000] as const
const keyLimit = 255

export interface FindingCounts {
  findings: number
  unchanged: number
  fresh: number
  gone: number
  made: number
  changed: number
  closed: number
  left: number
}

interface Known {
  readonly n: number
  readonly id: number
  readonly same: boolean
  readonly as_gap: boolean
}

type Taking = Pick<JobContext, 'apart' | 'resources'> & { readonly claim: Claim; readonly translate: Translate }

/**
 * Takes what is found as it comes: a piece at a time is held in memory. What is told again unchanged is compared in one statement for thousands; what is new or different is noted and, where it
 * weighs enough, taken into the register as a gap, in the very transaction: cut off anywhere, the next run finds what is missing.
 */
export class Findings {
  readonly counts: FindingCounts = { findings: 0, unchanged: 0, fresh: 0, gone: 0, made: 0, changed: 0, closed: 0, left: 0 }
  readonly #of: Taking
  readonly #waiting = new Map<string, Found>()
  /** Rows of what was told in this run. */
  readonly #seen = new Set<number>()
  readonly #whole = new Set<string>()
  #gaps: number | undefined

  constructor(of: Taking) {
    this.#of = of
  }

  async take(found: Found): Promise<void> {
    this.counts.findings += 1
    if (this.counts.findings > mostFindings) throw new AdapterFault('too_large')
    // Of what is told twice the last counts.
    this.#waiting.set(keyOf(found.key), found)
    if (this.#waiting.size >= together) await this.#flush()
  }

  /** All of a tool or target was told: what it did not name is gone once the run is through. */
  whole(foundBy: string): void {
    this.#whole.add(cut(foundBy))
  }

  /** What is left, and what is gone. Only now: a run that stops half way closes nothing. */
  async end(): Promise<void> {
    await this.#flush()
    for (const foundBy of this.#whole) await this.#sweep(foundBy)
  }

  async #flush(): Promise<void> {
    if (this.#waiting.size === 0) return
    const told = [...this.#waiting].map(([key, found]) => ({ key, found, digest: digestOf(found) }))
    this.#waiting.clear()
    const { apart, claim } = this.#of
    const known = await apart((tx) =>
      tx.run(sql<Known>`select g.n::int as n, f.id, f.digest = g.digest and f.is_there = g.is_there as same, f.as_gap
        from unnest(${told.map(({ key }) => key)}::text[], ${told.map(({ digest }) => digest)}::bytea[], ${told.map(({ found }) => isThere(found))}::boolean[]) with ordinality as g (key, digest, is_there, n)
          join connector_finding f on f.customer_id = ${tx.customerId} and f.connector_id = ${claim.of.id} and f.key = g.key`),
    )
    const byPlace = new Map(known.map((one) => [one.n, one]))
    const fresh = told.flatMap((one, place) => {
      const before = byPlace.get(place + 1)
      if (!before?.same) return [{ ...one, wasGap: before?.as_gap ?? false }]
      this.#seen.add(before.id)
      return []
    })
    this.counts.unchanged += told.length - fresh.length
    this.counts.fresh += fresh.length
    // What becomes gaps is written in small pieces, all else at once.
    const weighty = fresh.filter(({ found, wasGap }) => wasGap || this.#weighs(found))
    const light = fresh.filter(({ found, wasGap }) => !wasGap && !this.#weighs(found))
    if (light.length > 0) await this.#write(light)
    for (let n = 0; n < weighty.length; n += gapsTogether) await this.#write(weighty.slice(n, n + gapsTogether))
  }

  #weighs({ state, score }: Found): boolean {
    const { register_id: register, least_score: least } = this.#of.claim.of
    return register !== null && state === 'FOUND' && (score ?? 100) >= (least ?? 0)
  }

  async #write(some: readonly { readonly key: string; readonly found: Found; readonly digest: Buffer; readonly wasGap: boolean }[]): Promise<void> {
    const { apart, claim } = this.#of
    await apart(async (tx) => {
      await stillMine(tx, claim)
      this.#gaps ??= await gapsOf(tx, claim.of.id)
      let left = 0
      let gaps = this.#gaps
      const marked = some.map((one) => {
        const weighs = this.#weighs(one.found)
        const asGap = weighs && (one.wasGap || gaps < mostGaps)
        if (weighs && !asGap) left += 1
        if (asGap && !one.wasGap) gaps += 1
        return { ...one, asGap }
      })
      const counts = await this.#gap(
        tx,
        marked.flatMap(({ key, found, asGap, wasGap }) => (asGap ? [toldOf(key, found)] : wasGap ? [{ ...toldOf(key, found), state: 'GONE' as const }] : [])),
      )
      const rows = await tx.run(sql<{
        id: number
      }>`insert into connector_finding as f (customer_id, connector_id, key, found_by, digest, is_there, as_gap, code, cves)
        select ${tx.customerId}, ${claim.of.id}, g.key, g.found_by, g.digest, g.is_there, g.as_gap, g.code, string_to_array(g.cves, ' ')
          from unnest(${marked.map(({ key }) => key)}::text[], ${marked.map(({ found }) => cut(found.foundBy))}::text[], ${marked.map(({ digest }) => digest)}::bytea[],
            ${marked.map(({ found }) => isThere(found))}::boolean[], ${marked.map(({ asGap }) => asGap)}::boolean[], ${marked.map(({ found }) => found.code?.slice(0, keyLimit) ?? null)}::text[],
            ${marked.map(({ found }) => cvesOf(found).join(' '))}::text[]) as g (key, found_by, digest, is_there, as_gap, code, cves)
        on conflict (customer_id, connector_id, key) do update set found_by = excluded.found_by, digest = excluded.digest, is_there = excluded.is_there, as_gap = excluded.as_gap,
          code = excluded.code, cves = excluded.cves returning f.id`)
      return { rows, counts, left, gaps }
    }).then(({ rows, counts, left, gaps }) => {
      for (const { id } of rows) this.#seen.add(id)
      this.#gaps = gaps
      this.counts.left += left
      this.#count(counts)
    })
  }

  async #gap(tx: Tx, told: readonly ToldFinding[]): Promise<Awaited<ReturnType<typeof takeFindings>> | null> {
    const { claim, resources, translate } = this.#of
    const { register_id: register, name } = claim.of
    return register === null || told.length === 0 ? null : takeFindings(tx, resources, translate, { register, told, from: name })
  }

  #count(counts: Awaited<ReturnType<typeof takeFindings>> | null): void {
    if (!counts) return
    this.counts.made += counts.created
    this.counts.changed += counts.updated + counts.reopened
    this.counts.closed += counts.closed
  }

  /** What one tool or target told before and does not tell any more. */
  async #sweep(foundBy: string): Promise<void> {
    const { apart, claim } = this.#of
    let last = ''
    for (;;) {
      const page = await apart((tx) =>
        tx.run(sql<{
          id: number
          key: string
          as_gap: boolean
        }>`select f.id, f.key, f.as_gap from connector_finding f where f.customer_id = ${tx.customerId} and f.connector_id = ${claim.of.id}
          and f.found_by = ${foundBy} and f.is_there and f.key > ${last} order by f.key limit 20000`),
      )
      last = page.at(-1)?.key ?? last
      const gone = page.filter(({ id }) => !this.#seen.has(id))
      for (let n = 0; n < gone.length; n += gapsTogether) {
        const some = gone.slice(n, n + gapsTogether)
        const counts = await apart(async (tx) => {
          await stillMine(tx, claim)
          const closing = some.filter(({ as_gap: asGap }) => asGap)
          const done = await this.#gap(
            tx,
            closing.map(({ key }) => ({ key, name: key, description: null, score: null, state: 'GONE', foundBy, place: {} })),
          )
          await tx.run(
            sql`update connector_finding set is_there = false, as_gap = false where customer_id = ${tx.customerId} and id = any(${some.map(({ id }) => id)}::bigint[])`,
          )
          return done
        })
        this.counts.gone += some.length
        this.#gaps = Math.max(0, (this.#gaps ?? 0) - some.filter(({ as_gap: asGap }) => asGap).length)
        this.#count(counts)
      }
      if (page.length < 20_000) return
    }
  }
}

async function gapsOf(tx: Tx, connector: number): Promise<number> {
  const row = await tx.first(
    sql<{
      n: number
    }>`select count(*)::int as n from connector_finding where customer_id = ${tx.customerId} and connector_id = ${connector} and as_gap and is_there`,
  )
  return row?.n ?? 0
}

/** What is not there any more, in whatever words, is gone. */
const isThere = ({ state }: Found) => state !== 'GONE' && state !== 'PASSED' && state !== 'NOT_APPLICABLE'
const cut = (text: string) => plain(text).slice(0, keyLimit)
/** As the database keeps it, which takes no zero bytes. */
const plain = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text)
const cvesOf = ({ cves }: Found) => [...new Set(cves.filter((cve) => /^CVE-\d{4}-\d{4,10}$/.test(cve)))].slice(0, 100)

/** A key that is too long is told by its digest. */
function keyOf(key: string): string {
  const text = plain(key)
  return text.length <= keyLimit ? text : `${text.slice(0, 180)}…${createHash('sha256').update(text).digest('hex')}`.slice(0, keyLimit)
}

const digestOf = ({ name, description, score, state, foundBy, code, cves, place }: Found): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, description, score, state, foundBy, code, cves, place]))
    .digest()
    .subarray(0, 16)

const toldOf = (key: string, { name, description, score, state, foundBy, place }: Found): ToldFinding => ({
  key,
  name: plain(name),
  description: description === null ? null : plain(description),
  score,
  state,
  foundBy: cut(foundBy),
  place: Object.fromEntries(Object.entries(place).map(([field, value]) => [field, value === null ? null : plain(value)])),
})
