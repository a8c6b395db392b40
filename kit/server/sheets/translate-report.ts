import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { lineOutcomes, type ImportLine, type LineOutcome, type ReportLine } from './report.ts'
import { renderMessage } from './stored-message.ts'
import type { Cell, Sheet } from './xlsx.ts'

/** A message of a report in its reader's language. */
export interface TranslatedLine {
  readonly n: number
  readonly level: ReportLine['level']
  readonly message: string
}

/** Says a kept message, under the title of its column and after the name of its sheet; what earlier releases kept had been said already. */
export function sayLine(
  translate: Translate,
  { n, level, sheet, column, message }: Omit<ReportLine, 'message'> & { readonly message: ReportLine['message'] | string },
  lang: Language,
): TranslatedLine {
  const text = renderMessage(translate, message, lang)
  const titled = column ? translate({ key: 'kit.sheets.said', values: { column: renderMessage(translate, column, lang), message: text } }, lang) : text
  return { n, level, message: sheet ? translate({ key: 'kit.sheets.on_sheet', values: { sheet, message: titled } }, lang) : titled }
}

/** What became of a line, or would, in its reader's language. */
export interface TranslatedImportLine {
  readonly n: number
  readonly sheet: string | null
  readonly outcome: LineOutcome
  readonly id: number | null
  readonly name: string | null
  readonly cells: readonly { readonly column: string; readonly from: string | null; readonly to: string | null }[]
  readonly messages: readonly TranslatedLine[]
}

type StoredLine = Omit<ImportLine, 'id' | 'sheet'> & { readonly object_id: number | null; readonly sheet: string | null }

function sayImportLine(translate: Translate, { object_id: id, cells, messages, ...line }: StoredLine, lang: Language): TranslatedImportLine {
  const value = (one: ImportLine['cells'][number]['from']) => (one === null ? null : renderMessage(translate, one, lang))
  return {
    ...line,
    id,
    cells: cells.map(({ column, from, to }) => ({ column: renderMessage(translate, column, lang), from: value(from), to: value(to) })),
    // The sheet is told once for the line.
    messages: messages.map(({ n, level, column, message }) => sayLine(translate, { n, level, message, ...(column && { column }) }, lang)),
  }
}

const columns = sql`n, sheet, outcome, object_id, name, cells, messages`

interface Wanted {
  readonly outcome: LineOutcome | undefined
  readonly page: number
  readonly perPage: number
}

/** One page of the lines of a report, and how many there are of each outcome. Who may read the report is the caller's to know. */
export async function importLines(
  tx: Tx,
  translate: Translate,
  reportId: number,
  { outcome, page, perPage }: Wanted,
): Promise<{ objects: TranslatedImportLine[]; counts: Record<LineOutcome, number> }> {
  const of = sql`customer_id = ${tx.customerId} and report_id = ${reportId}`
  const counted = await tx.run(sql<{ outcome: LineOutcome; count: number }>`select outcome, count(*) as count from import_line where ${of} group by outcome`)
  const counts = Object.fromEntries(lineOutcomes.map((one) => [one, counted.find((row) => row.outcome === one)?.count ?? 0])) as Record<LineOutcome, number>
  const lines = await tx.run(sql<StoredLine>`select ${columns} from import_line where ${of} and ${outcome ? sql`outcome = ${outcome}` : sql`true`}
    order by position limit ${perPage} offset ${(page - 1) * perPage}`)
  return { objects: lines.map((line) => sayImportLine(translate, line, tx.who.lang)), counts }
}

/** All that an import changed, or would, one row for each cell and each message: what people keep or pass on. */
export async function differencesSheet(tx: Tx, translate: Translate, { id, dry_run }: { readonly id: number; readonly dry_run: boolean }): Promise<Sheet> {
  const { lang } = tx.who
  const word = (key: string) => translate(`kit.sheets.report.${key}`, lang)
  const lines = await tx.run(sql<StoredLine>`select ${columns} from import_line where customer_id = ${tx.customerId} and report_id = ${id} order by position`)
  const rows = lines.flatMap((stored): Cell[][] => {
    const { n, sheet, name, outcome, cells, messages } = sayImportLine(translate, stored, lang)
    const head: Cell[] = [sheet, n, name, word(`${dry_run ? 'would' : 'done'}.${outcome}`)]
    const details = [
      ...cells.map(({ column, from, to }): Cell[] => [...head, column, from, to, null]),
      ...messages.map(({ message }): Cell[] => [...head, null, null, null, message]),
    ]
    return details.length > 0 ? details : [head]
  })
  return {
    name: word('file'),
    header: [translate('kit.sheets.sheet', lang), ...['line', 'row', 'outcome', 'column', 'from', 'to', 'message'].map(word)],
    rows: [rows],
  }
}
