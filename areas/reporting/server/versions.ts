import { sql, type RawBuilder } from 'kysely'
import { AppError, isPassing, notFound } from '#kit/contract/errors.ts'
import { dayIn } from '#kit/contract/wall-clock.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { asSql, type RowRule } from '#kit/server/access/row-rule.ts'
import { localizedText, nameIf, rowRef } from '#kit/server/data/sql/columns.ts'
import { requesterOf, requesterSchema, whoOf, type Requester } from '#kit/server/sheets/requester.ts'
import type { SpanName } from '#kit/contract/source.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { Who } from '#kit/server/access/who.ts'
import { perimeterRules } from '#areas/organisation/server/index.ts'
import { versionsKept } from '#areas/tenancy/contract/customer.ts'
import { layoutSchema, blocksOf, type Layout } from '#areas/reporting/contract/layout.ts'
import type { DashboardVersion, Draft, Frozen, ToldBlock, ToTell } from '#areas/reporting/contract/calls.ts'
import { auditorsPart, partsOf, reachOf, tellBlocks, type Reading, type Telling } from './tell-blocks.ts'

type Teller = Omit<Telling, 'perimeter' | 'period' | 'moment'>

/** How many versions of a dashboard an organisation keeps (QTA-05). */
const versionsKeptBy = (tx: Tx) =>
  sql`(select coalesce((c.quotas ->> 'dashboard_history')::int, ${versionsKept}) from customer c where c.id = ${tx.customerId})`

/** Versions `v` that go once one of a number is there: those that are older than what is kept, but for what a link still opens. */
const beyondKept = (tx: Tx, number: RawBuilder<number>) => sql<boolean>`v.number <= ${number} - ${versionsKeptBy(tx)}
  and not exists (select 1 from dashboard_link l where l.customer_id = v.customer_id and l.dashboard_id = v.dashboard_id and l.number = v.number
    and l.revoked_at is null and l.expires_at > ${tx.now})`

/** Milliseconds after which a version that waited for its turn is read as of its moment. */
const lateAfter = 10 * 60_000

interface DraftRow {
  readonly version: number
  readonly layout: Layout
  readonly saved_at: Date
  readonly saved_by: string | null
  readonly saver_id: number | null
  readonly number: number
  readonly kept: number
  readonly goes: number | null
}

/** The draft with who saved it last; of a dashboard whose draft nobody has begun an empty one. */
async function draftRow(tx: Tx, id: number): Promise<DraftRow> {
  const row =
    await tx.first(sql<DraftRow>`select coalesce(d.version, 1) as version, coalesce(d.layout, '{"sections":[]}') as layout, coalesce(d.saved_at, ${tx.now}) as saved_at,
      m.name as saved_by, m.id as saver_id, n.number, ${versionsKeptBy(tx)} as kept,
      (select max(v.number) from dashboard_version v where v.customer_id = ${tx.customerId} and v.dashboard_id = ${id} and ${beyondKept(tx, sql`n.number`)}) as goes
    from (select coalesce(max(v.number), 0)::int + 1 as number from dashboard_version v where v.customer_id = ${tx.customerId} and v.dashboard_id = ${id}) n
      left join dashboard_draft d on d.customer_id = ${tx.customerId} and d.dashboard_id = ${id}
      left join member m on m.customer_id = d.customer_id and m.id = d.saved_by`)
  if (!row) throw new Error('A draft was not read')
  return row
}

const asDraft = (id: number, { version, layout, saved_at, saved_by, number, kept, goes }: DraftRow): Draft => ({
  id,
  version,
  layout: layoutSchema.parse(layout),
  saved_at: saved_at.toISOString(),
  saved_by,
  number,
  kept,
  goes,
})

/** The draft of a dashboard; of one that nobody has begun an empty one. */
export const draftOf = async (tx: Tx, id: number): Promise<Draft> => asDraft(id, await draftRow(tx, id))

/** Saves a draft that is still the one that was read; throws CONFLICT with who saved meanwhile, which may be oneself elsewhere. */
export async function saveDraftOf(tx: Tx, id: number, version: number, layout: Layout): Promise<Draft> {
  const { memberId } = tx.who
  const saved = await tx.first(sql<{ version: number }>`insert into dashboard_draft as d (customer_id, dashboard_id, version, layout, saved_at, saved_by)
    values (${tx.customerId}, ${id}, 2, ${JSON.stringify(layout)}::jsonb, ${tx.now}, ${memberId})
    on conflict (customer_id, dashboard_id) do update set version = d.version + 1, layout = excluded.layout, saved_at = excluded.saved_at, saved_by = excluded.saved_by
      where d.version = ${version} returning version`)
  if (!saved) {
    const { saved_by: name, saver_id: saver } = await draftRow(tx, id)
    const own = saver !== null && saver === memberId
    throw own
      ? new AppError('CONFLICT', 'reporting.errors.saved_elsewhere')
      : new AppError('CONFLICT', 'reporting.errors.saved_by', { values: { name: name ?? '–' } })
  }
  tx.audit({ entity: 'dashboard', object_id: id, action: 'draft', details: JSON.stringify({ version: saved.version, blocks: blocksOf(layout).length }) })
  return draftOf(tx, id)
}

interface Frame {
  readonly period: SpanName
  readonly perimeter_id: number | null
}

/** Begins a version of a layout: its figures are frozen by a job. Refused while another one is (DSH-20). */
export async function beginVersion(tx: Tx, id: number, layout: Layout, frame: Frame, note: string | null, tell?: ToTell): Promise<number> {
  await takeTurn(tx, `dashboard ${id}`)
  const running = await tx.first(
    sql<{
      number: number
    }>`select number from dashboard_version where customer_id = ${tx.customerId} and dashboard_id = ${id} and state = 'COMPUTING' and moment > ${tx.now}::timestamptz - interval '15 minutes'`,
  )
  if (running) throw new AppError('CONFLICT', 'reporting.errors.computing', { code: 'COMPUTING' })
  const row = await tx.first(sql<{
    number: number
  }>`insert into dashboard_version (customer_id, dashboard_id, number, moment, day, layout, period, perimeter_id, note, published_by, reach, asker, blocks)
    select ${tx.customerId}, ${id}, coalesce(max(number), 0) + 1, ${tx.now}, ${tx.today}::date, ${JSON.stringify(layout)}::jsonb, ${frame.period}, ${frame.perimeter_id}, ${note}, ${tx.who.memberId},
      ${reachOf(tx.who)}, ${JSON.stringify(requesterOf(tx.who))}::jsonb, ${blocksOf(layout).length}
    from dashboard_version where customer_id = ${tx.customerId} and dashboard_id = ${id} returning number`)
  if (!row) throw new Error('A version was not written')
  tx.audit({ entity: 'dashboard', object_id: id, action: 'publish', details: JSON.stringify({ number: row.number, note }) })
  tx.enqueue({ name: 'reporting.freeze', data: { dashboard_id: id, number: row.number, ...(tell && { tell }) } })
  return row.number
}

interface VersionRow {
  readonly number: number
  readonly moment: Date
  readonly day: string
  readonly layout: Layout
  readonly period: SpanName
  readonly perimeter_id: number | null
  /** What it is kept to, by the name that the reader may know it by. */
  readonly perimeter: string | null
  readonly note: string | null
  readonly by: string | null
  readonly reach: string
  readonly asker: unknown
  readonly state: DashboardVersion['state']
}

const p = rowRef('p')

const versionRow = (tx: Tx, id: number, number: number | null) =>
  tx.first(sql<VersionRow>`select v.number, v.moment, v.day::text, v.layout, v.period, v.perimeter_id, v.note, v.reach, v.asker, v.state, m.name as by,
      ${nameIf(sql`p.id is null or ${asSql(perimeterRules.read(p, tx.who))}`, sql`coalesce(${localizedText(p, 'name', tx.who.lang)}, p.identifier)`, tx.who.lang)} as perimeter
    from dashboard_version v left join member m on m.customer_id = v.customer_id and m.id = v.published_by
      left join perimeter p on p.customer_id = v.customer_id and p.id = v.perimeter_id
    where v.customer_id = ${tx.customerId} and v.dashboard_id = ${id} and ${number === null ? sql`v.state = 'FROZEN'` : sql`v.number = ${number}`} order by v.number desc limit 1`)

/** The perimeter that a version is kept to, by name; null: to none. */
interface KeptTo {
  readonly perimeter: string | null
}

/** A published version with what it told the reader's part of the organisation; frozen for that part when it is first asked for, as the organisation was then. */
export async function frozenOf(read: Reading, telling: Teller, id: number, number: number | null): Promise<(Frozen & KeptTo) | null> {
  const found = await read(async (tx) => {
    const row = await versionRow(tx, id, number)
    if (row?.state !== 'FROZEN') return null
    const told = await tx.first(
      sql<{
        blocks: ToldBlock[]
      }>`select blocks from dashboard_frozen where customer_id = ${tx.customerId} and dashboard_id = ${id} and number = ${row.number} and reach = any(${partsOf(tx.who)}::text[]) and lang = ${tx.who.lang}
        order by reach = ${reachOf(tx.who)} desc limit 1`,
    )
    return { row, told: told?.blocks ?? null }
  })
  if (!found) return null
  const { row, told } = found
  return { ...asFrozen(row, told ?? (await freezeFor(read, telling, id, row))), perimeter: row.perimeter }
}

const asFrozen = (row: VersionRow, blocks: readonly ToldBlock[]): Frozen => ({
  number: row.number,
  at: row.moment.toISOString(),
  by: row.by,
  note: row.note,
  layout: layoutSchema.parse(row.layout),
  blocks: [...blocks],
})

/** What a version tells of the moment of its publication to whoever reads it for the first time, by their own rights. */
async function freezeFor(read: Reading, telling: Teller, id: number, row: VersionRow): Promise<ToldBlock[]> {
  const blocks = await tellBlocks(
    read,
    { ...telling, kept: true, perimeter: row.perimeter_id, period: row.period, moment: row.moment },
    blocksOf(layoutSchema.parse(row.layout)),
  )
  await read((tx) => keepFrozen(tx, id, row.number, reachOf(tx.who), tx.who.lang, blocks))
  return blocks
}

const keepFrozen = (tx: Tx, id: number, number: number, reach: string, lang: Language, blocks: readonly ToldBlock[]) =>
  tx.run(sql`insert into dashboard_frozen (customer_id, dashboard_id, number, reach, lang, blocks)
    values (${tx.customerId}, ${id}, ${number}, ${reach}, ${lang}, ${JSON.stringify(blocks)}::jsonb) on conflict do nothing`)

interface Part {
  readonly reader: Requester
  readonly reach: string
}

/** For whom a version is frozen when it is published: for whoever did, and for the global auditors, as nobody in particular, where that was a global pilot. All others follow when they first read it. */
async function frozenAtOnce(apart: Reading, asker: Requester): Promise<Part[]> {
  const own = { reader: asker, reach: reachOf(asker) }
  if (!asker.roles.includes('global_pilote')) return [own]
  const rights = await apart(async (tx) => {
    const row = await tx.first(sql<{ features: string[] }>`select features from customer where id = ${tx.customerId}`)
    return [...tx.rightsOf(['global_auditor'], row?.features ?? [])]
  })
  const nobody = { memberId: null, groupIds: [], perimeterIds: [], tagIds: [] }
  return [own, { reader: { ...asker, ...nobody, roles: ['global_auditor'], rights }, reach: auditorsPart }]
}

/** Freezes a version in both languages; done again it changes nothing. `apart` opens transactions as the system. */
export async function freezeVersion(apart: Reading, telling: Teller, id: number, number: number, tell?: ToTell): Promise<void> {
  const row = await apart((tx) => versionRow(tx, id, number))
  if (!row || row.state === 'FROZEN') return
  const asker = requesterSchema.parse(row.asker)
  const blocks = blocksOf(layoutSchema.parse(row.layout))
  const told: { readonly reach: string; readonly lang: Language; readonly blocks: ToldBlock[] }[] = []
  const parts = (await frozenAtOnce(apart, asker)).flatMap((part) => (['en', 'fr'] as const).map((lang) => ({ ...part, lang })))
  // One that was long on its way is told as it was when it was published.
  const late = (await apart((tx) => Promise.resolve(tx.now))).getTime() - row.moment.getTime() > lateAfter
  const moment = late ? { moment: row.moment } : {}
  try {
    for (const [n, { reader, reach, lang }] of parts.entries()) {
      const reading: Reading = (work) =>
        apart((tx) => {
          tx.act({ ...whoOf(reader, tx.customerId, 'reporting.freeze'), lang } satisfies Who)
          return work(tx)
        })
      const onTold = (done: number) =>
        done % 6 === 0
          ? apart((tx) =>
              tx.run(
                sql`update dashboard_version set done = ${Math.floor((n * blocks.length + done) / parts.length)} where customer_id = ${tx.customerId} and dashboard_id = ${id} and number = ${number}`,
              ),
            ).then(() => {})
          : Promise.resolve()
      const said = await tellBlocks(reading, { ...telling, ...moment, kept: true, perimeter: row.perimeter_id, period: row.period }, blocks, onTold)
      told.push({ reach, lang, blocks: said })
    }
  } catch (error) {
    await apart(async (tx) => {
      await tx.run(
        sql`update dashboard_version set state = 'FAILED' where customer_id = ${tx.customerId} and dashboard_id = ${id} and number = ${number} and state = 'COMPUTING'`,
      )
      tx.audit({ entity: 'dashboard', object_id: id, action: 'freeze_failed', details: JSON.stringify({ number }) })
    })
    // What is refused is refused again; what else went wrong is tried anew.
    if (error instanceof AppError && !isPassing(error)) return
    throw error
  }
  await apart(async (tx) => {
    for (const part of told) await keepFrozen(tx, id, number, part.reach, part.lang, part.blocks)
    const first = (told[0]?.blocks ?? []).find(({ answer }) => answer?.kind === 'figure')
    const block = blocks.find((one) => one.id === first?.id)
    const shown =
      first?.answer?.kind === 'figure' && block
        ? { label_en: block.title_en, label_fr: block.title_fr, value: first.answer.value, unit: first.answer.unit }
        : null
    await tx.run(sql`update dashboard_version set state = 'FROZEN', done = blocks, first = ${shown === null ? null : JSON.stringify(shown)}::jsonb
      where customer_id = ${tx.customerId} and dashboard_id = ${id} and number = ${number}`)
    // What is told of versions follows from the log, like all that is held ready.
    tx.audit({ entity: 'dashboard', object_id: id, action: 'freeze', details: JSON.stringify({ number }) })
    await tx.run(sql`delete from dashboard_version v where v.customer_id = ${tx.customerId} and v.dashboard_id = ${id}
      and ${beyondKept(tx, sql`${number}::int`)}`)
    if (tell) tellReaders(tx, asker, id, number, tell)
  })
}

/** Whoever may read the dashboard and is to be told of its version hears of it as they chose. */
function tellReaders(tx: Tx, asker: Requester, id: number, number: number, { readers, members }: ToTell): void {
  if (!readers && members.length === 0) return
  tx.act(whoOf(asker, tx.customerId, 'reporting.freeze'))
  tx.tell({ kind: 'published', entity: 'dashboard', id, cause: `published:${id}:${number}`, members, ...(readers && { whom: everyReader }) })
}
const everyReader: RowRule = () => true

/** All versions of a dashboard, newest first. */
export async function versionsOf(tx: Tx, id: number): Promise<DashboardVersion[]> {
  const rows = await tx.run(sql<{
    number: number
    state: DashboardVersion['state']
    moment: Date
    by: string | null
    note: string | null
    blocks: number
    done: number
    reach: string
    first: { label_en: string | null; label_fr: string | null; value: number | null; unit: string | null } | null
  }>`select v.number, v.state, v.moment, m.name as by, v.note, v.blocks, v.done, v.reach, v.first from dashboard_version v
    left join member m on m.customer_id = v.customer_id and m.id = v.published_by where v.customer_id = ${tx.customerId} and v.dashboard_id = ${id} order by v.number desc`)
  const { lang } = tx.who
  return rows.map(({ moment, first, reach, ...row }) => ({
    ...row,
    at: moment.toISOString(),
    // The first figure of whoever published it is for those alone who see as much.
    first:
      first && reachOf(tx.who) === reach
        ? { label: (lang === 'fr' ? (first.label_fr ?? first.label_en) : (first.label_en ?? first.label_fr)) ?? '', value: first.value, unit: first.unit }
        : null,
  }))
}

/** Whether a version is there with its figures. */
export const isFrozen = async (tx: Tx, id: number, number: number): Promise<boolean> => (await versionRow(tx, id, number))?.state === 'FROZEN'

/** The layout of an earlier version; throws NOT_FOUND. */
export async function layoutOf(tx: Tx, id: number, number: number): Promise<Layout> {
  const row = await versionRow(tx, id, number)
  if (!row) throw notFound()
  return layoutSchema.parse(row.layout)
}

/** The last published version's layout with what it is kept to; null without one. */
export async function publishedFrame(tx: Tx, id: number): Promise<(Frame & KeptTo & { readonly layout: Layout; readonly day: string }) | null> {
  const row = await versionRow(tx, id, null)
  return row
    ? {
        layout: layoutSchema.parse(row.layout),
        period: row.period,
        perimeter_id: row.perimeter_id,
        perimeter: row.perimeter,
        day: dayIn(row.moment, tx.who.timeZone),
      }
    : null
}
