import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { chainEnds, countEntries, countedEntries, logEntries, logEntry, type LogAsked, type LogEntry, wholeLog } from '#kit/server/data/audit/log-entries.ts'
import { chainFollowed } from '#kit/server/data/audit/follow-chain.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { readLines, type LoggedLine, type ReadLine } from '#kit/server/data/history/line-changes.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { bestOf, waysOf } from '#kit/server/data/sql/search-best.ts'
import { searchColumns } from '#kit/server/data/sql/search-document.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Translate } from '#kit/server/http/words.ts'
import { linesOfEntry, pageOfLog, type LogChain, type LogEntryRow, type LogFilters } from '#areas/logs/contract/calls.ts'
import { deedLines } from '#areas/logs/contract/deeds.ts'
import { peopleByText } from '#areas/people/server/index.ts'
import { LineSpeaker } from './say-line.ts'

interface Reading {
  readonly tx: Tx
  readonly resources: Resources
  readonly translate: Translate
  /** Names of organisations, on the provider's own page. */
  readonly named?: ReadonlyMap<string, string>
  /** What staff+ see of the provider's log. */
  readonly only: LogAsked['only']
}

/** How many people and objects a text may find. */
const foundAtMost = 20

/** People of the customer by their name, those who have gone among them. */
export const peopleNamed = (tx: Tx, search: string): Promise<{ id: number; name: string }[]> =>
  tx.run(
    sql`with asked as materialized (select fold(${search}) as said), named as materialized (${peopleByText(tx.customerId, search)})
      select id, name from named where strpos(fold(name), (select said from asked)) > 0 order by name, id limit ${foundAtMost}`,
  )

/** What filters ask for; what a text means is looked up first. */
export async function askedOf({ tx, resources, only }: Pick<Reading, 'tx' | 'resources' | 'only'>, filters: LogFilters): Promise<LogAsked> {
  const [entity = '', objectId = ''] = filters.object?.split(':') ?? []
  const lines = filters.deed ? deedLines[filters.deed] : {}
  const kinds = filters.kind ? [filters.kind] : undefined
  const entities = kinds && lines.entities ? lines.entities.filter((one) => kinds.includes(one)) : (kinds ?? lines.entities)
  return {
    ...wholeLog,
    only,
    person: filters.person ?? null,
    object: filters.object ? { entity, id: Number(objectId) } : null,
    lines: { ...lines, ...(entities && { entities }) },
    from: filters.from ?? null,
    to: filters.to ?? null,
    found: filters.search === '' ? null : await foundBy(tx, resources, filters.search),
  }
}

/** Whom and what a text names, as far as the reader may know. */
async function foundBy(tx: Tx, resources: Resources, search: string): Promise<NonNullable<LogAsked['found']>> {
  const ways = waysOf([search])
  const t = rowRef('t')
  const searched = [...resources.values()].filter(
    ({ def, rules }) => searchColumns(def).length > 0 && can(tx.who, def.rights.read) && rules.read(t, tx.who) !== false,
  )
  const [people, objects] = await Promise.all([
    peopleNamed(tx, search),
    ways.length === 0 || searched.length === 0 ? [] : bestOf(tx, { searched, ways, limit: foundAtMost }),
  ])
  return {
    people: people.map(({ id }) => id),
    objects: objects
      .toSorted((a, b) => a.rank - b.rank || a.nth - b.nth)
      .slice(0, foundAtMost)
      .map(({ entity, id }) => ({ entity, id })),
  }
}

const speakerOf = async ({ tx, resources, translate, named }: Reading) =>
  new LineSpeaker({ resources, translate, lang: tx.who.lang, timeZone: tx.who.timeZone, levels: await levelsOf(tx), ...(named && { named }) })

const whoOf = (speaker: LineSpeaker, { actor, impersonator, source }: LogEntry) => ({ actor, impersonator, job: actor ? null : speaker.job(source) })

const countOf = ({ kinds }: LogEntry) => kinds.reduce((sum, { count }) => sum + count, 0)

/** In place of a line that somebody has removed: the chain tells, the list goes on. */
const noLine: LoggedLine = { n: 0, entity: '', object_id: null, action: 'update', version: null, details: null, versioned: false }
const untold: ReadLine = { object: null, hidden: false, changes: [] }

/** Entries in words, in as many statements however many there are. */
export async function sayEntries(reading: Reading, entries: readonly LogEntry[]): Promise<LogEntryRow[]> {
  const [speaker, read] = await Promise.all([
    speakerOf(reading),
    readLines(
      reading.tx,
      reading.resources,
      entries.map(({ lines: [first = noLine] }) => first),
    ),
  ])
  return entries.map((entry, n) => {
    return {
      seq: entry.seq,
      at: entry.at.toISOString(),
      ...whoOf(speaker, entry),
      line: speaker.line(entry.lines[0] ?? noLine, read[n] ?? untold),
      kinds: entry.kinds.map(({ entity, count }) => ({ kind: speaker.kind(entity), count })),
      count: countOf(entry),
    }
  })
}

export async function listEntries(reading: Reading, { before, ...filters }: LogFilters & { readonly before?: number | undefined }) {
  const { tx } = reading
  const asked = await askedOf(reading, filters)
  const [entries, found] = await Promise.all([
    logEntries(tx, asked, { limit: pageOfLog + 1, before: before ?? null }),
    before === undefined ? countEntries(tx, asked) : null,
  ])
  const shown = entries.slice(0, pageOfLog)
  return {
    objects: await sayEntries(reading, shown),
    next: entries.length > pageOfLog ? (shown.at(-1)?.seq ?? null) : null,
    found: found === null ? null : { count: Math.min(found, countedEntries), capped: found > countedEntries },
  }
}

/** One entry with all that is shown of it; undefined where there is none, or none for the reader. */
export async function openEntry(reading: Reading, seq: number) {
  const { tx, resources } = reading
  const entry = await logEntry(tx, seq, linesOfEntry, reading.only)
  if (!entry) return undefined
  const [speaker, read] = await Promise.all([speakerOf(reading), readLines(tx, resources, entry.lines)])
  return {
    seq: entry.seq,
    at: entry.at.toISOString(),
    ...whoOf(speaker, entry),
    lines: entry.lines.map((line, n) => speaker.line(line, read[n] ?? untold)),
    count: countOf(entry),
    address: entry.address,
    session_at: entry.session_at?.toISOString() ?? null,
    request_id: entry.request_id,
    hash: entry.hash,
    previous_hash: entry.previous_hash,
  }
}

export async function readChain(tx: Tx): Promise<LogChain> {
  const [{ base, head, retention_days, version }, followed] = await Promise.all([chainEnds(tx), chainFollowed(tx)])
  const ended = (end: typeof base) => end && { seq: end.seq, hash: end.hash, at: end.at.toISOString() }
  return {
    entries: (head?.seq ?? 0) - (base?.seq ?? 0),
    newest: ended(head),
    anchor: ended(base),
    retention_days,
    version,
    edit_right: can(tx.who, 'log.write'),
    check: followed
      ? {
          started_at: followed.started_at.toISOString(),
          started_by: followed.started_by,
          done: followed.last_seq - followed.base_seq,
          total: followed.until_seq - followed.base_seq,
          took: followed.took,
          finished_at: followed.finished_at?.toISOString() ?? null,
          until: followed.until_seq,
          fault: followed.fault && followed.fault_seq !== null ? { seq: followed.fault_seq, kind: followed.fault } : null,
        }
      : null,
  }
}
