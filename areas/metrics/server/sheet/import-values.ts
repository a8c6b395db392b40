import { everyRow } from '#kit/server/access/row-rule.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { defineResource, resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { SheetKind } from '#kit/server/sheets/import.ts'
import { loadReferences, type References } from '#kit/server/sheets/import-references.ts'
import { readCsv } from '#kit/server/sheets/read-sheet.ts'
import type { ImportLine, ReportLine } from '#kit/server/sheets/report.ts'
import { sheetKeys } from '#kit/server/sheets/words.ts'
import { metricValue } from '#areas/metrics/contract/metric-value.ts'
import { changedBy, check, currentOf, keyOf, placesIn, type GivenAt } from '#areas/metrics/server/check-values.ts'
import type { Standing } from '#areas/metrics/server/value.ts'
import { metricsOf, type Metric } from '#areas/metrics/server/read-metric.ts'
import { writeValues } from '#areas/metrics/server/write-values.ts'
import { isEmpty, linesOf, numberIn, periodIn, wrongLine, type ValueLine } from './read-values.ts'

/** A year of a hundred metrics in twenty places. */
const mostLines = 24_000

/**
 * Values of metrics from Excel or CSV (MET-17): each line names a metric, a perimeter and a date; a value that is there is corrected, an empty one leaves what there is. What holds for a
 * value that is typed holds for it.
 */
export const metricValues: SheetKind = {
  lines: defineResource({ def: metricValue, rules: { read: everyRow, create: everyRow, update: everyRow, delete: everyRow } }),
  bounds: { maxRows: mostLines, othersPass: true },
  texts: { mimes: { csv: 'text/csv' }, read: readCsv },
  write: async ({ tx, resources, translate, file, onLine }) => {
    const { lines, missing } = linesOf(file.lines)
    if (missing.length > 0) return lines.map((line, at) => refused(line, at > 0 ? [] : missing.map((name) => wrongLine(line.n, `import.no_${name}`))))
    const reading = await read(tx, resources, lines)
    const judged = lines.map((line) => judge(line, reading))
    await writeValues(
      tx,
      judged.flatMap(({ given, faults, before }) => (given && faults.length === 0 ? changedBy(given, before) : [])),
      'IMPORT',
      'import',
    )
    await onLine(lines.length, lines.length)
    const column = sheetKeys(translate, metricValue).field('value')
    return judged.map(({ line, given, faults, before }): ImportLine => {
      if (faults.length > 0) return refused(line, faults)
      const [change] = given ? changedBy(given, before) : []
      const name = nameOf(line)
      // Values are shown with their metric.
      const about = { n: line.n, id: given?.metric_id ?? null, name, messages: [] }
      if (!change) return { ...about, outcome: 'unchanged', cells: [] }
      return { ...about, outcome: before ? 'updated' : 'created', cells: [{ column, from: figure(before?.value), to: figure(change.value) }] }
    })
  },
}

/** A value as the reader of the report writes numbers. */
const figure = (value: number | null | undefined): ImportLine['cells'][number]['to'] =>
  value === null || value === undefined ? null : { key: 'kit.sheets.number_value', values: { value } }

const nameOf = ({ metric, perimeter, date }: ValueLine): string =>
  [metric, perimeter, date instanceof Date ? date.toISOString().slice(0, 10) : String(date ?? '')].filter(Boolean).join(', ')

const refused = (line: ValueLine, messages: readonly ReportLine[]): ImportLine => ({
  n: line.n,
  outcome: 'refused',
  id: null,
  name: nameOf(line),
  cells: [],
  messages,
})

interface Reading {
  readonly tx: Tx
  readonly grant: Grant
  readonly named: { readonly metrics: References | undefined; readonly perimeters: References | undefined }
  readonly metrics: ReadonlyMap<number, Metric>
  readonly places: ReadonlyMap<number, ReadonlySet<number>>
  readonly current: ReadonlyMap<string, Standing>
  /** The line that gave a place a value. */
  readonly seen: Map<string, number>
}

/** What the lines name, held until the values are written; four statements, whatever their number. */
async function read(tx: Tx, resources: Resources, lines: readonly ValueLine[]): Promise<Reading> {
  const texts = new Map([
    ['metric', new Set(lines.map(({ metric }) => metric).filter(Boolean))],
    ['perimeter', new Set(lines.map(({ perimeter }) => perimeter).filter(Boolean))],
  ])
  const references = await loadReferences(tx, resources, texts)
  const named = { metrics: references.get('metric'), perimeters: references.get('perimeter') }
  const grant = authorizeVerb(tx, resourceOf(resources, 'metric'), 'read')
  const ids = new Set<number>()
  for (const text of texts.get('metric') ?? []) {
    const found = named.metrics?.find(text)
    if (typeof found === 'number') ids.add(found)
  }
  const metrics = new Map((await metricsOf(tx, grant, [...ids], true)).map((metric) => [metric.id, metric]))
  const places = await placesIn(tx, [...ids])
  const reading: Reading = { tx, grant, named, metrics, places, current: new Map(), seen: new Map() }
  const given = lines.flatMap((line) => givenBy(line, reading).given ?? [])
  return { ...reading, current: await currentOf(tx, given) }
}

interface Judged {
  readonly line: ValueLine
  /** Absent where the cell is empty or something is wrong with where it belongs. */
  readonly given?: GivenAt
  readonly before?: Standing | undefined
  readonly faults: readonly ReportLine[]
}

/** What a line gives, or why it cannot be understood. */
function givenBy(line: ValueLine, { tx, named, metrics }: Reading): Judged & { readonly metric?: Metric } {
  const { n } = line
  const faults: ReportLine[] = []
  const metricId = named.metrics?.find(line.metric) ?? 'unknown'
  const metric = typeof metricId === 'number' ? metrics.get(metricId) : undefined
  if (!metric) faults.push(wrongLine(n, typeof metricId === 'object' ? 'import.several_metrics' : 'import.unknown_metric'))
  const perimeter = named.perimeters?.find(line.perimeter) ?? 'unknown'
  if (typeof perimeter !== 'number') faults.push(wrongLine(n, typeof perimeter === 'object' ? 'import.several_perimeters' : 'import.unknown_perimeter'))
  const period = periodIn(line.date, metric?.periodicity ?? 'MONTHLY', tx.who)
  if (period === undefined) faults.push(wrongLine(n, 'import.wrong_date'))
  const value = numberIn(line.value)
  const empty = isEmpty(line.value)
  if (value === undefined && !empty) faults.push(wrongLine(n, metric?.decimals === 0 ? 'import.wrong_integer' : 'errors.not_a_number'))
  if (empty && line.comment) faults.push(wrongLine(n, 'errors.value_first'))
  if (!metric || typeof perimeter !== 'number' || period === undefined || value === undefined || faults.length > 0) return { line, faults }
  const given = { metric_id: metric.id, perimeter_id: perimeter, period, value, comment: line.comment }
  return { line, faults, metric, given }
}

/** What becomes of a line: all that is wrong with it is told at once. */
function judge(line: ValueLine, reading: Reading): Judged {
  const { tx, grant, places, current, seen } = reading
  const { metric, given, faults: read } = givenBy(line, reading)
  if (!metric || !given) return { line, faults: read }
  const faults = [...read]
  const before = current.get(keyOf(given))
  if (metric.is_auto) faults.push(wrongLine(line.n, 'errors.automatic'))
  else check({ metric, grant, places: places.get(metric.id), tx, refuse: (_field, key, values) => faults.push(faultLine(line.n, key, values)) }, given, before)
  const earlier = seen.get(keyOf(given))
  if (earlier === undefined) seen.set(keyOf(given), line.n)
  else faults.push(wrongLine(line.n, 'import.twice', { line: earlier }))
  return { line, given, before, faults }
}

/** A whole number is called what it is (FIL-14). */
const faultLine = (n: number, key: string, values?: Record<string, string | number>): ReportLine =>
  key === 'metrics.errors.decimals' && values?.decimals === 0
    ? wrongLine(n, 'import.wrong_integer')
    : { n, level: 'error', message: { key, ...(values && { values }) } }
