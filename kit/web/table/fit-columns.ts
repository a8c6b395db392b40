import type { Column } from './columns.ts'
import { textWidth } from './text-width.ts'

/** Pixels that a cell keeps free on its two sides, with the line between columns. */
const edges = 21
/** The arrow beside a heading that is sorted by. */
const arrow = 16
/** Widths that a column takes of itself, without anybody having dragged it. */
const narrowest = 64
const widest = 400
const widestTitle = 520
/** So many rows tell how wide a column is; the others are seldom much wider. */
const looked = 200
/** The part of the rows whose titles are to be whole before another column is given much more than it declares, and for which any column keeps room. */
const usual = 0.8

/** Pixels that make a column whole are given before a title, cut or not, gets any longer. */
const little = 24

interface Wish {
  /** Pixels for every row that was seen. */
  readonly whole: number
  /** Pixels for most of them: a column that is empty but for a few rows does not hold what others lack. */
  readonly usual: number
}

/** By column's name. */
export type Wishes = Readonly<Record<string, Wish>>

type Measured<T> = Pick<Column<T>, 'name' | 'label' | 'width' | 'grow' | 'own' | 'takes'>

function wishOf<T>({ label, grow, width, takes }: Measured<T> & Required<Pick<Column<T>, 'takes'>>, rows: readonly T[], sorted: boolean): Wish {
  const sizes = rows.map(takes).toSorted((a, b) => a - b)
  const most = sizes[Math.ceil(sizes.length * usual) - 1] ?? 0
  const longest = sizes.at(-1) ?? 0
  const whole = grow ? Math.max(most, Math.min(longest, width - edges)) : longest
  const heading = textWidth(label, 12.4) + (sorted ? arrow : 0)
  const bounded = (pixels: number) =>
    Math.ceil(Math.min(grow ? widestTitle : Math.max(widest, width), Math.max(narrowest, Math.max(pixels, heading) + edges)) / 2) * 2
  return { whole: bounded(whole), usual: bounded(grow ? whole : most) }
}

/**
 * What columns would need for these rows and their headings. Nothing shrinks that was asked for before, so that a list does not move while one pages
 * through it.
 */
export function wishesOf<T>(columns: readonly Measured<T>[], rows: readonly T[], sorted: readonly string[] = [], before: Wishes = {}): Wishes {
  const seen = rows.slice(0, looked)
  if (seen.length === 0) return before
  const wishes: Record<string, Wish> = { ...before }
  for (const column of columns) {
    const { name, takes } = column
    if (!takes) continue
    const wish = wishOf({ ...column, takes }, seen, sorted.includes(name))
    const old = before[name]
    wishes[name] = old ? { whole: Math.max(old.whole, wish.whole), usual: Math.max(old.usual, wish.usual) } : wish
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
  const least = shrinks ? Math.min(width, wish.usual) : width
  return { least, more: Math.max(0, wish.whole - least) }
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
