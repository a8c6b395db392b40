import { createSchema, messagesOf } from '#kit/contract/schema.ts'
import type { Level } from '#kit/contract/level.ts'
import { levelsFor } from '#kit/server/data/resources/levels.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { differences, refusedFields, resolve, type Reading } from '#kit/server/sheets/cell-changes.ts'
import { refusal, type ChangedCell, type ReportLine } from '#kit/server/sheets/report.ts'
import type { SheetFile } from '#kit/server/sheets/sheet-lines.ts'
import { sheetKeys, sheetWords } from '#kit/server/sheets/words.ts'
import { foundAt } from '#areas/gaps/contract/gap.ts'
import { gapFinding, type findingStates } from '#areas/gaps/contract/gap-finding.ts'
import type { Beside, OtherNames } from './finding.ts'

/** What a line says, in the values that a gap has; what it does not say is absent. */
export interface FoundLine {
  readonly n: number
  readonly key: string
  readonly name: string
  readonly state: (typeof findingStates)[number]
  readonly chapter: string | null
  /** What told it, where the file says so. */
  readonly foundBy: string | null
  /** Of a reader that knows a finding by more than one key. */
  readonly names?: OtherNames
  readonly values: Readonly<Partial<Record<(typeof copied)[number] | 'severity', string | number>>>
  readonly cells: readonly ChangedCell[]
}

/** What comes as it is said. */
export const copied = ['description', 'nature', 'cause', 'target_date', 'account', 'region', 'package', 'file'] as const

export interface ReadLines {
  readonly found: readonly FoundLine[]
  readonly wrong: readonly { readonly n: number; readonly name: string | null; readonly messages: readonly ReportLine[] }[]
  readonly reading: Reading
  /** What told all that there is; null: the file itself, which does not say what wrote it. */
  readonly whole: ReadonlySet<string | null>
  /** The file says of itself that something was left out. */
  readonly filtered: boolean
}

type Levels = Awaited<ReturnType<typeof levelsFor>>

const readingOf = (tx: Tx, translate: Translate, levels: Levels): Reading => ({
  keys: sheetKeys(translate, gapFinding, levels),
  words: { en: sheetWords(translate, gapFinding, 'en', levels), fr: sheetWords(translate, gapFinding, 'fr', levels) },
  lang: tx.who.lang,
  dateOrder: tx.who.dateOrder,
  timeZone: tx.who.timeZone,
})

/** What a connector found, by keys that are its own; each is named once. */
export interface ToldFinding {
  readonly key: string
  readonly name: string
  readonly description: string | null
  /** 0 to 100. */
  readonly score: number | null
  readonly state: FoundLine['state']
  readonly foundBy: string
  readonly place: Readonly<Record<string, string | null>>
}

/** As lines of a file that is a part of what there is. */
export async function toldLines(tx: Tx, translate: Translate, told: readonly ToldFinding[]): Promise<ReadLines> {
  const levels = await levelsFor(tx, gapFinding)
  const { fields } = gapFinding
  const cut = (text: string | null | undefined, field: 'name' | 'description' | keyof typeof foundAt) => text?.slice(0, fields[field].options.max) || undefined
  const found = told.map(({ key, name, description, score, state, foundBy, place }, n): FoundLine => {
    const severity = nearest(levels.priority ?? [], score)
    const places = Object.keys(foundAt).map((field) => [field, cut(place[field], field as keyof typeof foundAt)])
    const values = Object.fromEntries([['description', cut(description, 'description')], ...places].filter(([, value]) => value !== undefined))
    return {
      n: n + 1,
      key,
      name: cut(name, 'name') ?? key,
      state,
      chapter: null,
      foundBy: foundBy.slice(0, fields.found_by.options.max),
      values: { ...values, ...(severity !== null && { severity }) },
      cells: [],
    }
  })
  return { found, wrong: [], reading: readingOf(tx, translate, levels), whole: new Set(), filtered: true }
}

/** Reads the lines of a file of findings; of a key that stands twice the first line counts. */
export async function readLines(tx: Tx, translate: Translate, file: SheetFile): Promise<ReadLines> {
  const levels = await levelsFor(tx, gapFinding)
  const reading = readingOf(tx, translate, levels)
  const schema = createSchema(gapFinding)
  const beside = file.beside as Beside | undefined
  const lines = new Map<string, number>()
  const found: FoundLine[] = []
  const refused: { n: number; name: string | null; messages: readonly ReportLine[] }[] = []
  for (const { n, cells: given } of file.lines) {
    const { changes, cells, wrong } = resolve(n, differences(given, undefined, false, reading), undefined, new Map(), reading)
    const name = typeof changes.name === 'string' ? changes.name : null
    const parsed = schema.safeParse(changes)
    const messages = [...wrong, ...(parsed.success ? [] : refusedFields(n, messagesOf(parsed.error), reading))]
    const {
      external_key: key,
      state,
      chapter,
      found_by: foundBy,
      severity,
      score,
      ...said
    } = (parsed.data ?? {}) as Readonly<Record<string, string | number | null>>
    const earlier = lines.get(String(key))
    if (messages.length === 0 && earlier !== undefined)
      messages.push({ ...refusal(n, 'twice', { value: String(key), line: earlier }), column: reading.keys.field('external_key') })
    if (messages.length > 0) {
      refused.push({ n, name, messages })
      continue
    }
    lines.set(String(key), n)
    const rated = severity ?? nearest(levels.priority ?? [], score ?? null)
    found.push({
      n,
      key: String(key),
      name: name ?? '',
      state: (state as FoundLine['state'] | null | undefined) ?? 'FOUND',
      chapter: typeof chapter === 'string' ? chapter : null,
      foundBy: typeof foundBy === 'string' ? foundBy : null,
      // The head is the first line of a sheet.
      ...(beside?.names[n - 2] && { names: beside.names[n - 2] }),
      values: {
        ...Object.fromEntries(copied.flatMap((field) => (said[field] === null || said[field] === undefined ? [] : [[field, said[field]]]))),
        ...(rated !== null && { severity: Number(rated) }),
      },
      cells,
    })
  }
  return { found, wrong: refused, reading, whole: new Set(beside?.whole ?? found.map(({ foundBy }) => foundBy)), filtered: beside?.filtered ?? false }
}

/** The level that lies nearest to a number; of two the higher one. */
function nearest(levels: readonly Level[], score: string | number | null): number | null {
  if (score === null || levels.length === 0) return null
  const distance = ({ value }: Level) => Math.abs(value - Number(score))
  return levels.reduce((best, one) => (distance(one) <= distance(best) ? one : best)).value
}
