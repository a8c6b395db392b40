import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { JobContext } from '#kit/server/http/area.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeFindings, takeFindingTurns, type TakenFindings, type ToldFinding } from '#areas/gaps/server/index.ts'
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
  /** Not taken by the register; they are told to it again by the next run. */
  refused: number
}

interface Known {
  readonly n: number
  readonly id: number
  /** It was told in the same words before. */
  readonly same: boolean
  /** It is a gap of the register that the connector fills now. */
  readonly as_gap: boolean
}

interface Writing {
  readonly key: string
  readonly found: Found
  readonly digest: Buffer
  readonly wasGap: boolean
}

type Taking = Pick<JobContext, 'apart' | 'resources'> & { readonly claim: Claim; readonly translate: Translate }

/**
 * Takes what is found as it comes: a piece at a time is held in memory. What is told again unchanged is compared in one statement for thousands; what is new or different is noted and, where it
 * weighs enough, taken into the register as a gap, in the very transaction: cut off anywhere, the next run finds what is missing.
 */
export class Findings {
  readonly counts: FindingCounts = { findings: 0, unchanged: 0, fresh: 0, gone: 0, made: 0, changed: 0, closed: 0, left: 0, refused: 0 }
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
    const known = await apart(async (tx) => {
      this.#gaps ??= await gapsOf(tx, claim.of)
      return tx.run(sql<Known>`select g.n::int as n, f.id, f.digest = g.digest and f.is_there = g.is_there as same, ${asGapOf(claim.of)} as as_gap
        from unnest(${told.map(({ key }) => key)}::text[], ${told.map(({ digest }) => digest)}::bytea[], ${told.map(({ found }) => isThere(found))}::boolean[]) with ordinality as g (key, digest, is_there, n)
          join connector_finding f on f.customer_id = ${tx.customerId} and f.connector_id = ${claim.of.id} and f.key = g.key`)
    })
    const byPlace = new Map(known.map((one) => [one.n, one]))
    const fresh: Writing[] = []
    for (const [place, one] of told.entries()) {
      const before = byPlace.get(place + 1)
      const wasGap = before?.as_gap ?? false
      if (before?.same) this.counts.unchanged += 1
      else this.counts.fresh += 1
      // Unchanged, it may have to become a gap now: less weighs enough, there is room again, the register is another one, or did not take it.
      const weighs = this.#weighs(one.found)
      const isFull = weighs && !wasGap && (this.#gaps ?? 0) >= mostGaps
      if (before?.same && (weighs === wasGap || isFull)) {
        this.#seen.add(before.id)
        if (isFull) this.counts.left += 1
      } else fresh.push({ ...one, wasGap })
    }
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

  async #write(some: readonly Writing[]): Promise<void> {
    const { apart, claim } = this.#of
    const { register_id: register } = claim.of
    const done = await apart(async (tx) => {
      // Before the row of the run, which others hold while they wait for these (docs/decisions/0017).
      if (register !== null && some.some(({ found, wasGap }) => wasGap || this.#weighs(found))) await takeFindingTurns(tx)
      await stillMine(tx, claim)
      let left = 0
      let gaps = (this.#gaps ??= await gapsOf(tx, claim.of))
      const marked = some.map((one) => {
        const weighs = this.#weighs(one.found)
        const asGap = weighs && (one.wasGap || gaps < mostGaps)
        if (weighs && !asGap) left += 1
        if (asGap !== one.wasGap) gaps += asGap ? 1 : -1
        return { ...one, asGap }
      })
      const taken = await this.#gap(
        tx,
        marked.flatMap(({ key, found, asGap, wasGap }) => (asGap ? [toldOf(key, found)] : wasGap ? [{ ...toldOf(key, found), state: 'GONE' as const }] : [])),
      )
      const isGap = marked.map(({ key, asGap }) => asGap && taken?.refused.has(key) !== true)
      const rows = await tx.run(sql<{
        id: number
      }>`insert into connector_finding as f (customer_id, connector_id, key, found_by, digest, is_there, as_gap, register_id, code, cves)
        select ${tx.customerId}, ${claim.of.id}, g.key, g.found_by, g.digest, g.is_there, g.as_gap, case when g.as_gap then ${register}::bigint end, g.code, string_to_array(g.cves, ' ')
          from unnest(${marked.map(({ key }) => key)}::text[], ${marked.map(({ found }) => cut(found.foundBy))}::text[], ${marked.map(({ digest }) => digest)}::bytea[],
            ${marked.map(({ found }) => isThere(found))}::boolean[], ${isGap}::boolean[], ${marked.map(({ found }) => found.code?.slice(0, keyLimit) ?? null)}::text[],
            ${marked.map(({ found }) => cvesOf(found).join(' '))}::text[]) as g (key, found_by, digest, is_there, as_gap, code, cves)
        on conflict (customer_id, connector_id, key) do update set found_by = excluded.found_by, digest = excluded.digest, is_there = excluded.is_there, as_gap = excluded.as_gap,
          register_id = excluded.register_id, code = excluded.code, cves = excluded.cves returning f.id`)
      return { rows, taken, left, gaps: gaps - marked.filter(({ asGap }, place) => asGap && !isGap[place]).length }
    })
    for (const { id } of done.rows) this.#seen.add(id)
    this.#gaps = Math.max(0, done.gaps)
    this.counts.left += done.left
    this.#count(done.taken)
  }

  async #gap(tx: Tx, told: readonly ToldFinding[]): Promise<TakenFindings | null> {
    const { claim, resources, translate } = this.#of
    const { register_id: register, name } = claim.of
    return register === null || told.length === 0 ? null : takeFindings(tx, resources, translate, { register, told, from: name })
  }

  #count(taken: TakenFindings | null): void {
    if (!taken) return
    const { created, updated, reopened, closed, refused } = taken.counts
    this.counts.made += created
    this.counts.changed += updated + reopened
    this.counts.closed += closed
    this.counts.refused += refused
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
        }>`select f.id, f.key, ${asGapOf(claim.of)} as as_gap from connector_finding f where f.customer_id = ${tx.customerId} and f.connector_id = ${claim.of.id}
          and f.found_by = ${foundBy} and f.is_there and f.key > ${last} order by f.key limit 20000`),
      )
      last = page.at(-1)?.key ?? last
      const gone = page.filter(({ id }) => !this.#seen.has(id))
      for (let n = 0; n < gone.length; n += gapsTogether) {
        const some = gone.slice(n, n + gapsTogether)
        const closing = some.filter(({ as_gap: asGap }) => asGap)
        const counts = await apart(async (tx) => {
          if (closing.length > 0) await takeFindingTurns(tx)
          await stillMine(tx, claim)
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

/** Whether a finding `f` is a gap of the register that its connector fills now. */
const asGapOf = ({ register_id: register }: Pick<Claim['of'], 'register_id'>) => sql<boolean>`(f.as_gap and f.register_id is not distinct from ${register}::bigint)`

async function gapsOf(tx: Tx, of: Pick<Claim['of'], 'id' | 'register_id'>): Promise<number> {
  const row = await tx.first(
    sql<{
      n: number
    }>`select count(*)::int as n from connector_finding f where f.customer_id = ${tx.customerId} and f.connector_id = ${of.id} and ${asGapOf(of)} and f.is_there`,
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
