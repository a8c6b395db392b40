import type { Language } from '#kit/contract/catalogue.ts'
import { dayInWords, monthInWords, writtenDay, writtenMoment, type DateOrder } from '#kit/contract/date-order.ts'
import { tintOf, type ReportBlock, type ReportCell, type ReportText, type ReportTint } from '#kit/contract/report.ts'
import { shownScore } from '#kit/contract/shown-score.ts'
import { signedNumber, writtenNumber } from '#kit/contract/signed-number.ts'
import type { Answer, AnswerCell, FigureAnswer, GroupsAnswer, MatrixAnswer, RowsAnswer, SeriesAnswer } from '#kit/contract/source.ts'
import { distanceOf } from '#kit/contract/tone.ts'
import { withUnit, writtenKeuro, writtenPercent } from '#kit/contract/with-unit.ts'
import { barsChart, courseChart, partsChart } from './charts.ts'

/** What was told of something, as a document draws it. */
export interface DrawnAnswer {
  readonly title: string
  /** How screens show it: a table, lines, or whatever suits it. */
  readonly as: 'lines' | 'table' | 'picture'
  /** Null: it could not be told, and `error` says why. */
  readonly answer: Answer | null
  readonly error: string | null
  /** What somebody says of it, as people write it. */
  readonly text?: string | null
}

export interface AnswerWords {
  readonly lang: Language
  readonly dateOrder: DateOrder
  readonly timeZone: string
  readonly translate: (key: string, values?: Record<string, string | number>) => string
}

/** Figures that stand side by side. */
const sideBySide = 4
/** Points of a course of which a table stands below its picture. */
const tabled = 16
/** Groups that a picture shows; all of a longer list are in its Excel file. */
const drawnGroups = 20

/** Answers one below the other: figures side by side, courses and groups as pictures, lists and matrices as tables, each below its title. */
export function answerBlocks(drawn: readonly DrawnAnswer[], words: AnswerWords, level: 2 | 3 = 2): ReportBlock[] {
  const blocks: ReportBlock[] = []
  let figures: { readonly title: string; readonly answer: FigureAnswer; readonly text: string | null }[] = []
  const endFigures = () => {
    for (let at = 0; at < figures.length; at += sideBySide)
      blocks.push({ kind: 'figures', items: figures.slice(at, at + sideBySide).map(({ title, answer }) => figureItem(title, answer, words)) })
    for (const { title, answer, text } of figures) blocks.push(...factsOf(title, answer, words), ...saidOf(text))
    figures = []
  }
  for (const { title, as, answer, error, text = null } of drawn) {
    if (answer?.kind === 'figure') {
      figures.push({ title, answer, text })
      continue
    }
    endFigures()
    if (title) blocks.push({ kind: 'heading', level, text: title })
    if (answer === null) {
      if (error !== null) blocks.push(quiet(error))
    } else blocks.push(...pictureOf(title, as, answer, words))
    blocks.push(...saidOf(text))
  }
  endFigures()
  return blocks
}

const quiet = (text: string): ReportBlock => ({ kind: 'paragraph', text: [{ text, soft: true }] })
const saidOf = (text: string | null): ReportBlock[] => (text ? [{ kind: 'markdown', text }] : [])
const cell = (text: string, more: Partial<ReportText> = {}): ReportCell => [[{ text, ...more }]]

/** A value in its unit, as screens write it. */
export function writtenAmount(value: number | null | undefined, unit: string | null, { lang }: Pick<AnswerWords, 'lang'>): string {
  if (value === null || value === undefined) return '–'
  switch (unit) {
    case 'percent':
      return writtenPercent(shownScore(value) ?? 0, lang)
    case 'days':
      return withUnit(writtenNumber(value, lang), lang === 'fr' ? 'j' : 'd', lang)
    case 'keuro':
      return writtenKeuro(value, lang)
    default:
      return withUnit(writtenNumber(value, lang), unit, lang)
  }
}

/** A difference as both values are shown; nothing where either is not known. */
export function writtenDifference({ value, before, unit }: Pick<FigureAnswer, 'value' | 'before' | 'unit'>, lang: Language): string | null {
  if (value === null || before === null) return null
  const [now, then] = unit === 'percent' ? [shownScore(value) ?? 0, shownScore(before) ?? 0] : [value, before]
  return now === then ? '=' : signedNumber(now - then, (number, decimals) => writtenNumber(number, lang, decimals))
}

/** Whether a figure is better than it was; null where it did not move, or nobody says so. */
export const movedFor = ({ value, before, rises }: Pick<FigureAnswer, 'value' | 'before' | 'rises'>): boolean | null =>
  rises === null || value === null || before === null || value === before ? null : value > before === rises

const toneOfDistance = { ok: 'success', warn: 'warning', bad: 'danger' } as const

function figureItem(title: string, answer: FigureAnswer, words: AnswerWords) {
  const { value, unit, before, target } = answer
  const moved = writtenDifference(answer, words.lang)
  const said = [
    ...(moved === null ? [] : [words.translate('kit.report.answer.was', { value: writtenAmount(before, unit, words), moved })]),
    ...(target === null ? [] : [words.translate('kit.report.answer.target', { value: writtenAmount(target, unit, words) })]),
  ]
  // Where there is something to reach, that says how it stands; else whether it moved for the better.
  const distance = distanceOf(value, target)
  const better = movedFor(answer)
  const tone = distance ? toneOfDistance[distance.tone] : better === null ? undefined : better ? ('success' as const) : ('danger' as const)
  return { label: [title, ...said].join(' · '), value: writtenAmount(value, unit, words), ...(tone && { tone }) }
}

const factsOf = (title: string, { facts }: FigureAnswer, words: AnswerWords): ReportBlock[] => {
  const known = facts.filter(({ value }) => value !== null)
  return known.length === 0 ? [] : [quiet(`${title} – ${known.map(({ label, value, unit }) => `${label} ${writtenAmount(value, unit, words)}`).join(' · ')}`)]
}

function pictureOf(title: string, as: DrawnAnswer['as'], answer: Exclude<Answer, FigureAnswer>, words: AnswerWords): ReportBlock[] {
  switch (answer.kind) {
    case 'groups':
      return groupsOf(title, as, answer, words)
    case 'series':
      return seriesOf(title, as, answer, words)
    case 'rows':
      return rowsOf(answer, words)
    case 'matrix':
      return matrixOf(answer, words)
  }
}

const nothing = (words: AnswerWords): ReportBlock => quiet(words.translate('kit.report.answer.nothing'))
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.every((value) => value === null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

function groupsOf(title: string, as: DrawnAnswer['as'], { unit, series, rows }: GroupsAnswer, words: AnswerWords): ReportBlock[] {
  if (rows.length === 0) return [nothing(words)]
  const shown = rows.slice(0, drawnGroups)
  const left = rows.length - shown.length
  const rest = left > 0 ? [quiet(words.translate('kit.report.answer.more', { count: left }))] : []
  const written = (value: number | null) => writtenAmount(value, unit, words)
  if (as === 'table' || (series.length > 1 && unit === 'percent')) return [groupsTable(shown, series, unit, words), ...rest]
  const alt = `${title}${words.lang === 'fr' ? '\u00a0: ' : ': '}${shown.map(({ label, values }) => `${label} ${written(sumOf(values))}`).join(', ')}`
  if (series.length > 1)
    return [
      partsChart({
        alt,
        series: series.map(({ label, tint }) => ({ name: label || title, tone: tintOfAnswer(tint) })),
        bars: shown.map(({ label, values }) => ({ name: label, values, shown: written(sumOf(values)) })),
      }),
      ...rest,
    ]
  const percent = unit === 'percent'
  return [
    barsChart({
      alt,
      ...(percent && { max: 100 }),
      bars: shown.map(({ label, values, tint, target }) => {
        const value = values[0] ?? null
        const distance = distanceOf(value, target)
        return {
          name: label,
          value: value ?? 0,
          shown: target === null ? written(value) : `${written(value)} / ${written(target)}`,
          tone: distance ? toneOfDistance[distance.tone] : tintOfAnswer(tint),
        }
      }),
    }),
    ...rest,
  ]
}

const groupsTable = (rows: GroupsAnswer['rows'], series: GroupsAnswer['series'], unit: string | null, words: AnswerWords): ReportBlock => ({
  kind: 'table',
  columns: [
    { label: words.translate('kit.report.answer.group'), width: 3 },
    ...series.map(({ label }) => ({ label: label || words.translate('kit.report.answer.value'), width: 1, align: 'end' as const })),
  ],
  rows: rows.map(({ label, values }) => [cell(label), ...values.map((value) => cell(writtenAmount(value, unit, words)))]),
})

function seriesOf(title: string, as: DrawnAnswer['as'], answer: SeriesAnswer, words: AnswerWords): ReportBlock[] {
  const { unit, series, points, target } = answer
  if (points.every(({ values }) => values.every((value) => value === null))) return [nothing(words)]
  const { lang } = words
  const monthly = isMonthly(points)
  const named = (day: string) => (monthly ? monthInWords(day, lang) : dayInWords(day, lang))
  const names = series.map(({ label }) => label || title)
  const written = (value: number | null) => writtenAmount(value, unit, words)
  const last = points.findLast(({ values }) => values.some((value) => value !== null))
  const alt = `${title}${last ? `, ${named(last.day)}${lang === 'fr' ? '\u00a0: ' : ': '}${last.values.map((value, n) => `${names[n]} ${written(value)}`).join(', ')}` : ''}`
  const chart = courseChart({
    alt,
    lines: as === 'lines',
    days: points.map(({ day }) => (monthly ? `${day.slice(5, 7)}/${day.slice(0, 4)}` : writtenDay(day, words.dateOrder))),
    series: series.map(({ tint }, n) => ({ name: names[n] ?? '', tone: tintOfAnswer(tint), values: points.map(({ values }) => values[n] ?? null) })),
    ...(unit === 'percent' && { max: 100 }),
    ...(target !== null && { target, targetName: words.translate('kit.report.answer.target', { value: written(target) }) }),
  })
  // Bars of one kind bear their figures already.
  if (points.length > tabled || (as !== 'lines' && series.length === 1)) return [chart]
  return [
    chart,
    {
      kind: 'table',
      columns: [{ label: words.translate('kit.report.answer.day'), width: 2 }, ...names.map((label) => ({ label, width: 1, align: 'end' as const }))],
      rows: points.map(({ day, values }) => [cell(named(day)), ...values.map((value) => cell(written(value)))]),
    },
  ]
}

const isMonthly = ([first, second]: SeriesAnswer['points']) =>
  first !== undefined && second !== undefined && Date.parse(second.day) - Date.parse(first.day) >= 27 * 86_400_000

function rowsOf({ columns, rows, total }: RowsAnswer, words: AnswerWords): ReportBlock[] {
  if (rows.length === 0) return [nothing(words)]
  return [
    {
      kind: 'table',
      columns: columns.map(({ label, align }, n) => ({ label, width: n === 0 ? 2 : 1, ...(align === 'end' && { align }) })),
      rows: rows.map(({ cells }) => cells.map((one, n) => cellOf(one, n === 0, words))),
    },
    ...(total > rows.length ? [quiet(words.translate('kit.report.answer.shown_of', { shown: rows.length, total }))] : []),
  ]
}

function cellOf(value: AnswerCell, strong: boolean, words: AnswerWords): ReportCell {
  if (value === null) return cell('–')
  if (typeof value === 'number') return cell(writtenNumber(value, words.lang))
  if (typeof value === 'string') return cell(value, strong ? { strong } : {})
  if (value.day !== null)
    return cell(value.day.length > 10 ? writtenMoment(new Date(value.day), words.timeZone, words.dateOrder) : writtenDay(value.day, words.dateOrder))
  const badge = tintOfAnswer(value.tint)
  return cell(value.text, badge ? { badge } : {})
}

const matrixOf = ({ rows, columns, cells, above, total }: MatrixAnswer, words: AnswerWords): ReportBlock[] => [
  {
    kind: 'table',
    columns: [{ label: words.translate('kit.report.answer.level'), width: 2 }, ...columns.map((label) => ({ label, width: 1 }))],
    rows: rows.map((row, n) => [
      cell(row, { strong: true }),
      ...(cells[n] ?? []).map(({ count, tint }) =>
        count === 0 ? cell('') : cell(writtenNumber(count, words.lang), { badge: tintOfAnswer(tint) ?? 'neutral' }),
      ),
    ]),
  },
  quiet(words.translate(above === null ? 'kit.report.answer.in_all' : 'kit.report.answer.above', { total, above: above ?? 0 })),
]

const tones: ReadonlySet<string> = new Set(['success', 'warning', 'danger', 'info', 'neutral'])
/** A tint as answers have it: a tone, or a colour of an organisation. */
function tintOfAnswer(tint: string | null): ReportTint | undefined {
  if (tint === null) return undefined
  return tones.has(tint) ? (tint as ReportTint) : tintOf(tint)
}
