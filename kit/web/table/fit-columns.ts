import type { Column } from './columns.ts'
import { textWidth } from './text-width.ts'

/** Pixels that a cell keeps free on its two sides, with the line between columns. */
const edges = 21
/** The arrow beside a heading that is sorted by. */
const arrow = 16
/** Widths that a column takes of itself, without anybody having dragged it. */
const narrowest = 64
const widest = 280
const widestTitle = 520
/** So many rows tell how wide a column is; the others are seldom much wider. */
const looked = 200
/** The part of the rows whose titles are to be whole before another column is given much more than it declares. */
const wholeTitles = 0.8

/** Pixels that make a column whole are given before a title, cut or not, gets any longer. */
const little = 24

/** Pixels by column's name. */
export type Wishes = Readonly<Record<string, number>>

type Measured<T> = Pick<Column<T>, 'name' | 'label' | 'width' | 'grow' | 'own' | 'takes'>

const wishOf = <T>(column: Measured<T>, takes: (row: T) => number, rows: readonly T[]): number => {
  const sizes = rows.map(takes)
  const longest = Math.max(...sizes)
  if (!column.grow) return longest
  const most = sizes.toSorted((a, b) => a - b)[Math.ceil(sizes.length * wholeTitles) - 1] ?? 0
  return Math.max(most, Math.min(longest, column.width - edges))
}

/**
 * What columns would need for these rows and their headings. Nothing shrinks that was asked for before, so that a list does not move while one pages
 * through it.
 */
export function wishesOf<T>(columns: readonly Measured<T>[], rows: readonly T[], sorted: readonly string[] = [], before: Wishes = {}): Wishes {
  const seen = rows.slice(0, looked)
  if (seen.length === 0) return before
  const wishes: Record<string, number> = { ...before }
  for (const column of columns) {
    const { name, label, grow, takes } = column
    if (!takes) continue
    const needed = Math.max(wishOf(column, takes, seen), textWidth(label, 12.4) + (sorted.includes(name) ? arrow : 0)) + edges
    const bounded = Math.min(grow ? widestTitle : Math.max(widest, column.width), Math.max(narrowest, needed))
    wishes[name] = Math.max(before[name] ?? 0, Math.ceil(bounded / 2) * 2)
  }
  return wishes
}

/** A column between what it has at the least and what it asks for. */
interface Claim {
  readonly least: number
  readonly more: number
}

function claimOf<T>({ name, width, own, takes, shrinks }: Measured<T> & Pick<Column<T>, 'shrinks'>, wishes: Wishes): Claim {
  const wish = wishes[name]
  if (own || !takes || wish === undefined) return { least: width, more: 0 }
  const least = shrinks ? Math.min(width, wish) : width
  return { least, more: Math.max(0, wish - least) }
}

export interface Tracks {
  /** Value of `grid-template-columns`; what is said in percent follows the room there is, without anything being drawn again. */
  readonly template: string
  /** Pixels without which the table scrolls sideways. */
  readonly least: number
}

/** Pixels of the last track, in which the actions of a row stand. */
const end = 10

/**
 * Shares the room of a table: every column has its least; of what remains those that lack little have it, then the title what it asks for, then the
 * others, those that lack least first, so that few words are cut; the rest is the title's again. Columns that somebody dragged have the width they were given, and nothing else.
 */
export function tracksOf<T>(columns: readonly Column<T>[], wishes: Wishes, before: number): Tracks {
  const claims = new Map(columns.map((column) => [column.name, claimOf(column, wishes)]))
  const least = before + end + [...claims.values()].reduce((sum, claim) => sum + claim.least, 0)
  const title = columns.find(({ grow, own }) => grow && !own)?.name
  const rank = (name: string, { more }: Claim) => (more <= little ? 0 : name === title ? 1 : 2)
  const lacking = [...claims].filter(([, { more }]) => more > 0).toSorted(([a, x], [b, y]) => rank(a, x) - rank(b, y) || x.more - y.more)
  const given = new Map<string, number>()
  let taken = least
  for (const [name, { more }] of lacking) {
    given.set(name, taken)
    taken += more
  }
  const tracks = [...claims].map(([name, claim]) => {
    const from = given.get(name)
    const track = from === undefined ? `${claim.least}px` : `calc(${claim.least}px + clamp(0px,100% - ${from}px,${claim.more}px))`
    return name === title ? `minmax(${track},1fr)` : track
  })
  return { template: [...(before ? [`${before}px`] : []), ...tracks, title === undefined ? `minmax(${end}px,1fr)` : `${end}px`].join(' '), least }
}
