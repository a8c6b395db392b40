import { createHash } from 'node:crypto'
import { roundHalfUp } from '#kit/contract/shown-score.ts'
import { bandOf, fewest, levels, peersOf, type Band, type Profile, type Quartiles } from '#areas/benchmark/contract/levels.ts'

/** One organisation's score in one framework or theme. */
export interface Entry extends Profile {
  readonly member: number
  readonly score: number
}

/** What is published of a group, and who counts in it: the latter never leaves the server. */
export interface Cell extends Quartiles {
  readonly peers: string
  readonly band: Band
  readonly members: ReadonlySet<number>
}

/** Who counted in which group of the release before. */
export type Counted = ReadonlyMap<string, ReadonlySet<number>>

/**
 * What a release tells of one framework or theme, narrow groups first. Of all groups published in it and in the release before, no union, cut or difference holds fewer than five
 * organisations (docs/decisions/0107): organisations are kept apart by the groups in which they counted, and a group takes of each such part nobody, everybody, or five and leaves
 * five. Whoever is one of fewer newcomers waits; where fewer leave, others rest with them for a quarter.
 */
export function releaseOf(entries: readonly Entry[], before: Counted, quarter: string): Cell[] {
  const parts = new Parts(before)
  const lot = lots(quarter)
  const cells: Cell[] = []
  for (const level of levels) {
    const groups = Map.groupBy(entries, (entry) => peersOf(level, entry))
    for (const peers of [...groups.keys()].toSorted()) {
      const group = groups.get(peers) ?? []
      const members = parts.choose(
        group.map(({ member }) => member),
        lot,
      )
      if (members.size < fewest) continue
      parts.split(members)
      cells.push({
        peers,
        band: bandOf(members.size),
        members,
        ...quartiles(group.flatMap(({ member, score }) => (members.has(member) ? [score] : []))),
      })
    }
  }
  return cells
}

/** Organisations by the published groups in which they count; what nobody has been told of is one part, of any size. */
class Parts {
  #partOf = new Map<number, number>()
  #sizes = new Map<number, number>()
  #next = 1

  constructor(before: Counted) {
    for (const peers of [...before.keys()].toSorted()) this.split(before.get(peers) ?? new Set())
  }

  /** Whom of a group it can count: the parts that are wholly in it, and of others as many as leave five behind. */
  choose(group: readonly number[], lot: (member: number) => string): Set<number> {
    const chosen = new Set<number>()
    for (const [part, members] of Map.groupBy(group, (member) => this.#partOf.get(member) ?? 0)) {
      const outside = part === 0 ? 0 : (this.#sizes.get(part) ?? 0) - members.length
      const resting = outside > 0 && outside < fewest ? fewest - outside : 0
      if (members.length - resting < fewest) continue
      const counted = resting === 0 ? members : members.toSorted((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(resting)
      for (const member of counted) chosen.add(member)
    }
    return chosen
  }

  /** Notes that a group is published. */
  split(members: ReadonlySet<number>): void {
    for (const [part, within] of Map.groupBy(members, (member) => this.#partOf.get(member) ?? 0)) {
      const size = this.#sizes.get(part)
      if (size === within.length) continue
      if (size !== undefined) this.#sizes.set(part, size - within.length)
      const made = this.#next
      this.#next += 1
      this.#sizes.set(made, within.length)
      for (const member of within) this.#partOf.set(member, made)
    }
  }
}

/** Who rests is drawn by lot, once a quarter: the same for every group, and nobody's choice. */
function lots(quarter: string): (member: number) => string {
  const drawn = new Map<number, string>()
  return (member) => {
    const lot = drawn.get(member) ?? createHash('sha256').update(`${quarter} ${member}`).digest('hex')
    drawn.set(member, lot)
    return lot
  }
}

/** The quartiles of five values or more, between neighbours where they fall between two, in whole points. */
export function quartiles(scores: readonly number[]): Quartiles {
  const sorted = scores.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const place = share * (sorted.length - 1)
    const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
    return roundHalfUp(low + (high - low) * (place - Math.floor(place)))
  }
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) }
}
