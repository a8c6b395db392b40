import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { AppError, forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import { mentionsIn, referencesIn, spokenText } from '#kit/contract/mention.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { attachFiles } from '#kit/server/data/links/attached-files.ts'
import { hiddenName, rowRef } from '#kit/server/data/sql/columns.ts'
import { assertMayRead, type MemberName } from '#kit/server/data/people/notify.ts'
import { readableObjects } from '#kit/server/data/links/object-names.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Clock } from '#areas/incidents/contract/clock.ts'
import { writtenKinds, type entryKinds, type TimelineEntry } from '#areas/incidents/contract/incident-calls.ts'
import { incidentRules } from './rules.ts'

/** What is entered; whatever is absent is empty. */
export interface NewEntry {
  readonly kind: (typeof entryKinds)[number]
  readonly happenedAt?: Date
  readonly text?: string | null
  readonly corrects?: number | null
  readonly was?: string | null
  readonly became?: string | null
  readonly clock?: Clock | null
  readonly authority?: string | null
  readonly reference?: string | null
  readonly files?: readonly number[]
}

/** Clocks of people and servers go apart: what lies a little ahead has happened. */
export const ahead = 5 * 60_000

/** A year of two digits is a slip of the hand. */
export const longAgo = Date.UTC(1990, 0, 1)

/** Refuses a moment that has not come; what people say has happened. */
export function happened(tx: Tx, field: string, moment: string | null | undefined): Date | undefined {
  if (moment === null || moment === undefined) return undefined
  const at = new Date(moment)
  if (at.getTime() < longAgo) throw invalidField(field, 'incidents.errors.long_ago')
  if (at.getTime() > tx.now.getTime() + ahead) throw invalidField(field, 'incidents.errors.not_yet')
  return at
}

/** Enters something into the timeline of an incident, for good; answers its id. Who may is the caller's to ask. */
export async function enter(tx: Tx, incidentId: number, entry: NewEntry): Promise<number> {
  const { kind, happenedAt, text = null, corrects = null, was = null, became = null, clock = null, authority = null, reference = null, files = [] } = entry
  const made = await tx.first(sql<{
    id: number
  }>`insert into incident_entry (customer_id, incident_id, kind, happened_at, said_at, member_id, text, corrects_id, was, became,
      clock, authority, reference)
    values (${tx.customerId}, ${incidentId}, ${kind}, ${happenedAt ?? tx.now}, moment(), ${tx.who.memberId}, ${text}, ${corrects}, ${was}, ${became},
      ${clock}, ${authority}, ${reference}) returning id`)
  if (!made) throw new Error('The entry was not written')
  if (files.length > 0)
    await attachFiles(
      tx,
      { entity: 'incident', id: incidentId, field: 'timeline', child: made.id, path: 'files' },
      files.map((id) => ({ id })),
    )
  tx.audit({ entity: 'incident', object_id: incidentId, action: 'entry', details: JSON.stringify({ entry: made.id, ...entry }) })
  return made.id
}

/** Whether the reader of an incident works on it; throws NOT_FOUND out of reach. */
export async function worksOn(tx: Tx, grant: Grant, id: number): Promise<boolean> {
  const t = rowRef('t')
  const { who } = grant
  const may = who.rights.has('incident.write') ? incidentRules.update(t, who) : false
  const found = await tx.first(sql<{ may: boolean }>`select coalesce(${asSql(may)}, false) as may from incident t
    where t.customer_id = ${tx.customerId} and t.id = ${id} and ${asSql(incidentRules.read(t, who))}`)
  if (!found) throw notFound()
  return found.may
}

/** Throws NOT_FOUND out of reach, FORBIDDEN to who only reads. */
export async function mustWorkOn(tx: Tx, grant: Grant, id: number): Promise<void> {
  if (!(await worksOn(tx, grant, id))) throw forbidden('kit.errors.no_add_right')
}

/** A correction names an entry of the same incident that people made, and that nobody corrected yet. */
export async function checkCorrected(tx: Tx, incidentId: number, corrects: number | null | undefined, kinds: readonly string[]): Promise<void> {
  if (corrects === null || corrects === undefined) return
  const found = await tx.first(sql<{ kind: string; corrected: boolean }>`select e.kind,
      exists (select 1 from incident_entry n where n.customer_id = e.customer_id and n.corrects_id = e.id) as corrected
    from incident_entry e where e.customer_id = ${tx.customerId} and e.incident_id = ${incidentId} and e.id = ${corrects}`)
  if (!found || !kinds.includes(found.kind)) throw invalidField('corrects', 'kit.errors.missing_reference')
  if (found.corrected) throw new AppError('CONFLICT', 'incidents.errors.corrected_already')
}

/** The newest entries, newest first; of a day gone by what had been entered by its end. */
export const entriesOf = (tx: Tx, resources: Resources, incidentId: number) => readEntries(tx, resources, sql`e.incident_id = ${incidentId}`)

/** One entry as it is shown. */
export async function entryOf(tx: Tx, resources: Resources, incidentId: number, id: number): Promise<TimelineEntry> {
  const [entry] = await readEntries(tx, resources, sql`e.incident_id = ${incidentId} and e.id = ${id}`)
  if (!entry) throw notFound()
  return entry
}

type Read = Omit<TimelineEntry, 'happened_at' | 'said_at' | 'people' | 'objects'> & { readonly happened_at: Date; readonly said_at: Date }

async function readEntries(tx: Tx, resources: Resources, condition: ReturnType<typeof sql>): Promise<TimelineEntry[]> {
  const until = tx.past ? sql`and e.said_at <= moment()` : sql``
  const rows =
    await tx.run(sql<Read>`select e.id, e.kind, e.happened_at, e.said_at, e.text, e.corrects_id as corrects, e.was, e.became, e.clock, e.authority, e.reference,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = e.customer_id and m.id = e.member_id) as author,
      (select n.id from public.incident_entry n where n.customer_id = e.customer_id and n.corrects_id = e.id limit 1) as corrected_by,
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'mime', f.mime) order by f.id), '[]') from public.file f
        where f.customer_id = e.customer_id and f.entity = 'incident' and f.object_id = e.incident_id and f.field = 'timeline' and f.child_id = e.id and f.detached_at is null) as files
    from public.incident_entry e where e.customer_id = ${tx.customerId} and ${condition} ${until}
    order by e.happened_at desc, e.id desc limit 500`)
  // What people entered was looked at when they did; what came from elsewhere calls nobody.
  const writtenText = ({ kind, text }: Read) => ((writtenKinds as readonly string[]).includes(kind) ? (text ?? '') : '')
  const texts = rows.map(writtenText)
  const [people, objects] = await Promise.all([peopleIn(tx, texts), readableObjects(tx, resources, texts.flatMap(referencesIn))])
  return rows.map((row) => {
    const [called, led] = [mentionsIn(writtenText(row)), referencesIn(writtenText(row))]
    return {
      ...row,
      happened_at: row.happened_at.toISOString(),
      said_at: row.said_at.toISOString(),
      people: people.filter(({ id }) => called.includes(id)),
      objects: objects.filter((one) => led.some(({ entity, id }) => entity === one.entity && id === one.id)),
    }
  })
}

async function peopleIn(tx: Tx, texts: readonly string[]): Promise<readonly MemberName[]> {
  const ids = [...new Set(texts.flatMap(mentionsIn))]
  return ids.length === 0
    ? []
    : tx.run(sql<MemberName>`select m.id, m.name from public.member m where m.customer_id = ${tx.customerId} and m.id = any(${ids}::bigint[])`)
}

/** Refuses a text that calls somebody who may not read the incident, or that leads where its writer may not go; neither refusal tells what there is. */
export async function checkMentions(tx: Tx, resources: Resources, incidentId: number, text: string): Promise<void> {
  await assertMayRead(tx, resourceOf(resources, 'incident'), incidentId, mentionsIn(text))
  const led = referencesIn(text)
  if ((await readableObjects(tx, resources, led)).length < led.length) throw invalidField('text', 'incidents.errors.reference_unreadable')
}

/** What an entry says, in words: people and objects by the names that its reader may know. */
export const textIn = ({ text, people, objects }: TimelineEntry, lang: Language): string =>
  spokenText(
    text ?? '',
    (id) => people.find((person) => person.id === id)?.name ?? hiddenName[lang],
    ({ entity, id }) => {
      const found = objects.find((one) => one.entity === entity && one.id === id)
      return found ? [found.identifier, found.name].filter(Boolean).join(' ') : hiddenName[lang]
    },
  )
