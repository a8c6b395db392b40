import { sql } from 'kysely'
import { readableObjects } from '#kit/server/data/links/object-names.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ApprovalGround } from '#areas/risks/contract/calls.ts'
import { treatmentBasis, type TreatmentBasis } from './treatment-basis.ts'

type Line = ApprovalGround['lines'][number]
type Ground = Exclude<Line['now'], null>

interface Happened {
  readonly entity: Line['entity']
  readonly id: number
  readonly action: string
  readonly at: Date
  readonly actor: string | null
}

const none: TreatmentBasis = { measures: [], actions: [], gaps: [] }

/** What was asked about last rested on, beside what it rests on now; what became of it since is told of what the reader may open. Who reads the risk is the caller's to ask. Seven statements. */
export async function groundOf(tx: Tx, resources: Resources, id: number): Promise<ApprovalGround> {
  const asked = await tx.first(sql<{ id: number; copy: string; asked_at: Date }>`select q.id, q.copy, q.asked_at from decision_request q
    where q.customer_id = ${tx.customerId} and q.entity = 'risk' and q.object_id = ${id} and q.question = 'approval' order by q.id desc limit 1`)
  if (!asked) return { request: null, lines: [], events: [] }
  const was = (JSON.parse(asked.copy) as { readonly content?: TreatmentBasis }).content ?? none
  const now = await treatmentBasis(tx, id)
  const [old, current] = [grounds(was), grounds(now)]
  const keys = [...new Set([...old.keys(), ...current.keys()])]
  const refs = keys.map((key) => {
    const [entity = '', of] = key.split(':')
    return { key, entity: entity as Line['entity'], id: Number(of) }
  })
  const [names, events] = await Promise.all([readableObjects(tx, resources, refs), eventsOf(tx, refs, asked.asked_at)])
  const nameOf = new Map(names.map((one) => [`${one.entity}:${one.id}`, one]))
  return {
    request: asked.id,
    lines: refs.map(({ key, entity, id: of }) => {
      const [before, after] = [old.get(key) ?? null, current.get(key) ?? null]
      const { identifier = null, name = null } = nameOf.get(key) ?? {}
      return { entity, id: of, identifier, name, before, now: after, changed: JSON.stringify(before) !== JSON.stringify(after) }
    }),
    events: events.flatMap(({ at, ...event }) => {
      const named = nameOf.get(`${event.entity}:${event.id}`)
      return named ? [{ ...event, at: at.toISOString(), identifier: named.identifier, name: named.name }] : []
    }),
  }
}

function grounds({ measures, actions, gaps }: TreatmentBasis): Map<string, Ground> {
  return new Map<string, Ground>([
    ...measures.map((one) => [`measure:${one.id}`, { worth: one.worth, status: null, target_date: null }] as const),
    ...actions.map((one) => [`remediation:${one.id}`, { worth: null, status: one.status, target_date: one.target_date }] as const),
    ...gaps.map((one) => [`gap:${one.id}`, { worth: null, status: one.status, target_date: null }] as const),
  ])
}

async function eventsOf(tx: Tx, refs: readonly { readonly entity: string; readonly id: number }[], since: Date): Promise<readonly Happened[]> {
  if (refs.length === 0) return []
  const objects = [...Map.groupBy(refs, ({ entity }) => entity)].map(
    ([entity, ones]) => sql`(l.entity = ${entity} and l.object_id = any(${ones.map(({ id }) => id)}::bigint[]))`,
  )
  return tx.run(sql<Happened>`select l.entity, l.object_id as id, l.action, e.at,
      (select m.name from member m where m.customer_id = e.customer_id and m.id = e.actor_id) as actor
    from audit_log l join audit_entry e on e.customer_id = l.customer_id and e.seq = l.seq
    where l.customer_id = ${tx.customerId} and (${sql.join(objects, sql` or `)}) and e.at > ${since} order by l.seq desc, l.n desc limit 50`)
}
