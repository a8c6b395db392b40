import { sql } from 'kysely'
import { hashedText, type AuditEntry } from '#kit/server/data/audit/chain.ts'
import { countedLines, logEntries, type LogEntry } from '#kit/server/data/audit/log-entries.ts'
import { storedEntry } from '#kit/server/data/audit/stored-entry.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { readLines } from '#kit/server/data/history/line-changes.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import { momentIn } from '#kit/server/sheets/cells.ts'
import type { Workbook, WorkbookContext } from '#kit/server/sheets/workbook.ts'
import type { Cell } from '#kit/server/sheets/xlsx.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { entriesOfFile, logFilters, type LogLine, type SaidValue } from '#areas/logs/contract/calls.ts'
import { onlyFor } from './only.ts'
import { askedOf } from './read-log.ts'
import { LineSpeaker } from './say-line.ts'

const batch = 200
/** Lines of an entry that are written one by one. */
const written = 50
/** A cell holds no more characters. */
const cellLimit = 32_767

/** Entries of the log with their hashes, what was hashed, and how anybody verifies them without Vigie. */
export const logWorkbook: Workbook = {
  name: 'log',
  entity: 'log',
  compose: async (context) => {
    const { tx, resources, translate: say } = context
    const asked = await askedOf({ tx, resources, only: await onlyFor(tx) }, logFilters.parse(context.asked))
    return {
      title: `${say('logs.title')} ${tx.today}`,
      sheets: [
        {
          name: say('logs.title'),
          header: ['entry', 'when', 'who', 'for', 'did', 'kind', 'object', 'changed', 'address', 'session', 'previous', 'hash', 'text'].map((column) =>
            say(`logs.columns.${column}`),
          ),
          rows: rowsOf(context, asked),
        },
        { name: say('logs.proof.sheet'), header: [say('logs.proof.title')], plain: true, rows: [[1, 2, 3, 4, 5].map((n) => [say(`logs.proof.step_${n}`)])] },
      ],
    }
  },
}

async function* rowsOf(context: WorkbookContext, asked: Parameters<typeof logEntries>[1]): AsyncGenerator<Cell[][]> {
  const { tx, resources, who } = context
  const translate: Translate = (message) => (typeof message === 'string' ? context.translate(message) : context.translate(message.key, message.values))
  const speaker = new LineSpeaker({ resources, translate, lang: who.lang, timeZone: who.timeZone, levels: await levelsOf(tx) })
  let before: number | null = null
  for (let done = 0; done < entriesOfFile; done += batch) {
    const entries: LogEntry[] = await logEntries(tx, asked, { limit: batch, before, shown: written })
    if (entries.length === 0) return
    before = entries.at(-1)?.seq ?? null
    const lines = entries.flatMap((entry) => entry.lines)
    const [read, texts] = await Promise.all([readLines(tx, resources, lines), textsOf(tx, entries)])
    let at = 0
    yield entries.flatMap((entry) => {
      const told = entry.lines.map((line) => speaker.line(line, read[at++] ?? { object: null, hidden: false, changes: [] }))
      const text = isWhole(entry, told, who) ? (texts.get(entry.seq) ?? null) : null
      return rowsOfEntry(entry, told, { text, speaker, context })
    })
    if (entries.length < batch) return
  }
}

/** Whether the reader may read all that an entry says: its text holds what was written of each of its rows, those beyond its first lines too. */
const isWhole = ({ kinds, lines }: LogEntry, told: readonly LogLine[], { roles }: Pick<WorkbookContext['who'], 'roles'>): boolean =>
  roles.includes('global_pilote') || (told.every(({ hidden }) => !hidden) && kinds.reduce((sum, { count }) => sum + count, 0) <= lines.length)

interface Written {
  readonly text: string | null
  readonly speaker: LineSpeaker
  readonly context: WorkbookContext
}

function rowsOfEntry(entry: LogEntry, lines: readonly LogLine[], { text, speaker, context: { who, translate } }: Written): Cell[][] {
  const moment = (at: Date | null): Cell => at && { moment: momentIn(at, who.timeZone) }
  const value = (said: SaidValue): string =>
    said === null
      ? '—'
      : typeof said === 'string'
        ? said
        : 'day' in said
          ? writtenDay(said.day, who.dateOrder)
          : momentIn(new Date(said.at), who.timeZone).replace('T', ' ')
  const changed = ({ changes, notes, hidden, created }: LogLine) =>
    hidden
      ? translate('logs.hidden')
      : [
          ...changes.map(
            ({ field, before, after, lines: inner }) =>
              `${field}${translate('kit.sheets.colon')}${inner ? inner.join(', ') : created ? value(after) : `${value(before)} → ${value(after)}`}`,
          ),
          ...notes.map(({ name, value: noted }) => `${name}${translate('kit.sheets.colon')}${noted}`),
        ].join('\n')
  const whoDid: Cell[] = [entry.actor?.name ?? speaker.job(entry.source), null]
  if (entry.impersonator) whoDid.splice(0, 2, entry.impersonator.name, entry.actor?.name ?? null)
  const told = lines.length > 0 ? lines : [null]
  return told.map((line, n): Cell[] => [
    entry.seq,
    moment(entry.at),
    ...whoDid,
    line?.did ?? null,
    line?.kind ?? null,
    line?.object ? [line.object.identifier, line.object.name].filter(Boolean).join(' ') : null,
    line ? changed(line).slice(0, cellLimit) : null,
    ...(n === 0 ? [entry.address, moment(entry.session_at), entry.previous_hash, entry.hash, text] : [null, null, null, null, null]),
  ])
}

/** What was hashed of entries; of those with very many lines nothing, since no cell would hold it. */
async function textsOf(tx: Tx, entries: readonly LogEntry[]): Promise<ReadonlyMap<number, string>> {
  const short = entries.filter(({ kinds }) => kinds.reduce((sum, { count }) => sum + count, 0) <= countedLines).map(({ seq }) => seq)
  const rows = await tx.run(
    sql<Omit<AuditEntry, 'customer_id'>>`select ${storedEntry} from audit_entry e where e.customer_id = ${tx.customerId} and e.seq = any(${short}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.seq, hashedText({ customer_id: tx.customerId, ...row })] as const).filter(([, text]) => text.length <= cellLimit))
}
