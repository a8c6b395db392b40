import type { CSSProperties, ReactNode } from 'react'
import { levelName, levelOf, risesWell, type Level as ScaleStep } from '#kit/contract/level.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { inColor } from './level-color.ts'
import styles from './level.module.css'

/** From the left edge of a bar to that of the next. */
const pitch = 3.6
const bar = (at: number, high: number) =>
  `M${at * pitch} ${12.8 - high}a.8.8 0 0 1 .8-.8h.8a.8.8 0 0 1 .8.8v${high - 1.6}a.8.8 0 0 1-.8.8h-.8a.8.8 0 0 1-.8-.8z`

interface SignProps {
  /** Its place among the levels, the lowest being 1; 0 when it is not set. */
  readonly at: number
  /** How many levels there are: 3 to 5 of them have a bar each. */
  readonly of: number
  /** Where the levels are judged by colours, as on a matrix or of scores; else only the highest has one. */
  readonly color?: string | null | undefined
}

/** How many bars there are, and how many of them are full. */
export function barsOf(at: number, of: number): readonly [full: number, bars: number] {
  const bars = Math.max(3, Math.min(5, of))
  return [of === 0 ? 0 : Math.ceil((at / of) * bars), bars]
}

const isHighest = ({ at, of, color }: SignProps) => color === undefined && at > 0 && at === of

const high = (place: number, bars: number) => 3 + (7.8 * place) / (bars - 1)

/** The bars as a mask: what is behind it gives the colour, so a sign needs no element of its own for each bar. Where the reader chose the colours a faint bar would be as full as another one: there it is a stub. */
function masked(full: number, bars: number, empty: (path: (highOf: (place: number) => number) => string) => string): string {
  const path = (from: number, to: number, highOf: (place: number) => number) =>
    Array.from({ length: to - from }, (_, n) => bar(from + n, highOf(from + n))).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthOf(bars)}" height="12"><path d="${path(0, full, (place) => high(place, bars))}"/>${empty((highOf) => path(full, bars, highOf))}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}
const widthOf = (bars: number) => bars * pitch - 1.2

const masks = new Map<string, CSSProperties>()
function maskOf(full: number, bars: number): CSSProperties {
  const key = `${full}/${bars}`
  const known = masks.get(key)
  if (known) return known
  const drawn = {
    '--bars': masked(full, bars, (path) => `<path opacity=".28" d="${path((place) => high(place, bars))}"/>`),
    '--bars-plain': masked(full, bars, (path) => `<path d="${path(() => 2.2)}"/>`),
    '--bars-wide': `${widthOf(bars)}px`,
  } as CSSProperties
  masks.set(key, drawn)
  return drawn
}

/** What an element draws the bars by, in the colour of the level. */
function signed({ at, of, color }: SignProps) {
  const [full, bars] = barsOf(at, of)
  const { style, ...tone } = inColor(color)
  return { 'data-level': `${full}/${bars}`, 'data-highest': isHighest({ at, of, color }) || undefined, ...tone, style: { ...maskOf(full, bars), ...style } }
}

/** The bars of a level alone, in the legend of what has its colour. */
export const LevelSign = (level: SignProps) => <span className={styles.sign} aria-hidden {...signed(level)} />

interface LevelProps extends SignProps {
  /** What follows the word. */
  readonly aside?: string | undefined
  readonly children: ReactNode
}

/** A severity, criticality, priority, level of risk or of a score: bars and word, so that it is told apart without its colour. */
export const Level = ({ at, of, color, aside, children }: LevelProps) => (
  <span className={styles.level} data-chip data-unset={at === 0 || undefined} {...signed({ at, of, color })}>
    {children}
    {aside ? <small>{`\u00a0${aside}`}</small> : null}
  </span>
)

interface ListedProps {
  readonly levels: readonly Pick<ScaleStep, 'value' | 'name_en' | 'name_fr' | 'color'>[]
  /** That of one of the levels; any other number is shown as it stands. */
  readonly value: number
  /** Draws it in the colour of its level. */
  readonly colored?: boolean
}

/** One of some levels, lowest first. */
export function ListedLevel({ levels, value, colored = false }: ListedProps) {
  const language = useLanguage()
  const at = levels.findIndex((level) => level.value === value)
  const level = levels[at]
  if (!level) return <>{value}</>
  return (
    <Level at={at + 1} of={levels.length} {...(colored && { color: level.color })}>
      {levelName(level, language)}
    </Level>
  )
}

interface ScaleLevelProps {
  /** The kind of the organisation's scale. */
  readonly scale: string
  readonly value: number | null
  /** Its sign alone, named for whoever cannot see it. */
  readonly bare?: boolean
}

/** A value of the organisation's scale of a kind; nothing where there is none. */
export function ScaleLevel({ scale, value, bare = false }: ScaleLevelProps) {
  const language = useLanguage()
  const levels = useLevels(scale)
  if (value === null) return null
  const level = levelOf(levels, value)
  if (!bare || !level) return <ListedLevel levels={levels} value={value} colored={risesWell(scale)} />
  const name = levelName(level, language)
  return (
    <span role="img" aria-label={name} title={name}>
      <LevelSign at={levels.indexOf(level) + 1} of={levels.length} {...(risesWell(scale) && { color: level.color })} />
    </span>
  )
}
