import { AppError } from '#kit/contract/errors.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { Remembered } from '#kit/server/data/remembered.ts'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'
import { datedParts, loadFacts } from '#areas/scores/server/facts/load-facts.ts'
import type { FactPart } from '#areas/scores/server/facts/load-facts.ts'
import { readVersion } from './score-version.ts'
import type { ScoreVersion } from './score-version.ts'
import { publishedDay, publishedFacts } from './snapshot.ts'

interface Held {
  readonly seq: number
  readonly result: ScoreResult
  readonly size: number
}

/** Published days kept, over all customers: the few that people compare with. */
const publishedAtMost = 8

export interface ScoreCacheLimits {
  /** Rows of facts and of results kept over all customers; the customers that were asked for longest ago go first. */
  readonly rows: number
  /** Milliseconds that a request waits for a computation that another one began. */
  readonly patience: number
}

/**
 * The last scores of the customers that were asked for lately, on one server. Each read first asks how far the facts have come, so that a write by this
 * or another server shows at once; only the parts that it touched are read again, and only what depends on them is computed again.
 */
export class ScoreCache {
  /** The customers in the order of their last use. */
  #held = new Map<number, Held>()
  #running = new Map<number, Promise<Held>>()
  #published = new Remembered<ScoreResult>(publishedAtMost)
  #limits: ScoreCacheLimits

  constructor(limits: Partial<ScoreCacheLimits> = {}) {
    this.#limits = { rows: 4_000_000, patience: 5_000, ...limits }
  }

  /** The scores as they stand, at the end of the customer's today. Throws BUSY when another request's computation takes too long. */
  async read(tx: Tx): Promise<ScoreResult> {
    const { customerId, today } = tx
    const known = this.#held.get(customerId)
    const version = await readVersion(tx, known?.seq ?? null)
    if (known && version.parts.length === 0 && known.result.facts.day === today) {
      this.#keep(customerId, { ...known, seq: version.seq })
      return known.result
    }
    const other = this.#running.get(customerId)
    // Without one under way, another request may have finished while this one asked for the version.
    const answer = other ? await this.#wait(other) : this.#held.get(customerId)
    if (answer && answer.seq >= version.seq && answer.result.facts.day === today) return answer.result
    const work = this.#refresh(tx, answer ?? known, version)
    this.#running.set(customerId, work)
    try {
      const held = await work
      this.#keep(customerId, held)
      return held.result
    } finally {
      if (this.#running.get(customerId) === work) this.#running.delete(customerId)
    }
  }

  /** The last published scores not after a day; null when none were. They never change, and share with `current` what has not moved since. */
  async published(tx: Tx, until: Day, current: ScoreResult): Promise<ScoreResult | null> {
    const day = await publishedDay(tx, until)
    if (day === null) return null
    const key = `${tx.customerId} ${day}`
    const known = this.#published.get(key)
    const facts = known ? null : await publishedFacts(tx, day)
    const result = known ?? (facts && recomputeScores(current, facts))
    return result ? this.#published.keep(key, result) : null
  }

  /** Reads until nothing was written meanwhile, so that the parts belong together. */
  async #refresh(tx: Tx, known: Held | undefined, asked: ScoreVersion): Promise<Held> {
    const day = tx.today
    let version = asked
    let facts = known?.result.facts
    let parts: readonly FactPart[] = facts?.day === day ? version.parts : [...new Set([...version.parts, ...datedParts])]
    for (let attempt = 1; ; attempt += 1) {
      facts = await loadFacts(tx, day, parts, facts)
      const after = await readVersion(tx, version.seq)
      if (after.parts.length === 0 || attempt === 3) break
      version = after
      parts = after.parts
    }
    const result = known ? recomputeScores(known.result, facts) : computeScores(facts)
    return { seq: version.seq, result, size: sizeOf(result) }
  }

  /** Null when the other request failed, which is its own affair. */
  async #wait(other: Promise<Held>): Promise<Held | null> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new AppError('BUSY', 'scores.errors.in_progress')), this.#limits.patience)
    })
    try {
      return await Promise.race([other.catch(() => null), late])
    } finally {
      clearTimeout(timer)
    }
  }

  #keep(customerId: number, held: Held): void {
    const newer = this.#held.get(customerId)
    this.#held.delete(customerId)
    this.#held.set(customerId, newer && newer.seq > held.seq ? newer : held)
    let rows = [...this.#held.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [id, { size }] of this.#held) {
      if (rows <= this.#limits.rows || this.#held.size === 1) break
      this.#held.delete(id)
      rows -= size
    }
  }

  /** Customers held, the longest unused first. */
  get customers(): number[] {
    return [...this.#held.keys()]
  }
}

function sizeOf({ facts, policies }: ScoreResult): number {
  const rows = [facts.perimeters, facts.applications, facts.nodes, facts.links, facts.measures, facts.deductions, facts.controls, facts.exclusions]
  let size = rows.reduce((sum, { length }) => sum + length, 0)
  for (const ofPerimeter of policies.values()) for (const { tree } of ofPerimeter.values()) size += tree.nodes.length
  return size
}

const caches = new WeakMap<Api, ScoreCache>()

/** The one cache of a server. */
export function scoreCacheOf(api: Api): ScoreCache {
  const known = caches.get(api) ?? new ScoreCache()
  caches.set(api, known)
  return known
}

/** The scores as they stand, read from the server's cache. */
export const cachedScores = (api: Api) => (tx: Tx) => scoreCacheOf(api).read(tx)
