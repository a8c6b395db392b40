import { sql } from 'kysely'
import type { Filter } from '#kit/contract/list-query.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/columns.ts'
import { listPage } from '#kit/server/data/list-engine.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { attentionKinds } from '#areas/dashboards/contract/calls.ts'
import type { Attention, AttentionKind, ListLink } from '#areas/dashboards/contract/calls.ts'

interface Wanted {
  readonly kind: AttentionKind
  readonly link: ListLink
}

const open = ['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY']
/** Rows named one by one in a link: an address has an end. */
const namedAtMost = 50

/**
 * What waits for the reader. Each is a list under filters, and its count is the total that this very list answers: a click shows the rows counted,
 * no more and no less.
 */
export async function attentionOf(tx: Tx, resources: Resources, within: readonly Filter[]): Promise<Attention[]> {
  const found: Attention[] = []
  for (const { kind, link } of [...actionLists(tx, within), ...(await namedLists(tx, within)), ...measureLists(tx, within)]) {
    const resource = resourceOf(resources, link.entity)
    const grant = authorize(tx.who, resource.def.rights.read)
    const sort = link.entity === 'remediation' ? [{ name: 'target_date', order: 'asc' as const }] : []
    const { objects, total } = await listPage(tx, grant, resource, resources, { sort, filters: link.filters, global_search: '', per_page: 1, page: 1 })
    const [first] = objects
    if (!first) continue
    const { id, name, identifier, target_date } = first as { id: number; name?: string | null; identifier?: string | null; target_date?: string | null }
    found.push({ kind, count: total, first: { id, name: name ?? identifier ?? `#${id}`, identifier: identifier ?? null, target_date: target_date ?? null }, link, policy: null })
  }
  found.push(...(await linksToConfirm(tx)))
  return found.toSorted((a, b) => attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind))
}

const filter = (name: string, ...selected_options: Filter['selected_options']): Filter => ({ name, selected_options })

function actionLists({ who, today }: Tx, within: readonly Filter[]): Wanted[] {
  const list = (kind: AttentionKind, ...filters: Filter[]): Wanted => ({ kind, link: { entity: 'remediation', filters: [...filters, ...within] } })
  const mine = who.memberId === null ? [] : [
    list('my_late', filter('late', true), filter('manager', who.memberId)),
    list('my_soon', filter('status', ...open), filter('manager', who.memberId), filter('target_date', { from: today, to: dayAfter(today, 14) })),
    list('my_to_plan', filter('status', 'TO_PLAN'), filter('manager', who.memberId)),
  ]
  if (!can(who, 'remediation.manage')) return mine
  return [
    ...mine,
    list('unassigned_late', filter('late', true), filter('manager', null), filter('group', null)),
    list('postponed', filter('status', ...open), filter('postponements', { from: 3 })),
  ]
}

function measureLists({ who }: Tx, within: readonly Filter[]): Wanted[] {
  if (!can(who, 'measure.write')) return []
  return [{ kind: 'measure_undecided', link: { entity: 'measure', filters: [filter('status', 'TO_IMPLEMENT'), filter('served', false), ...within] } }]
}

/** What no filter of a list can say is told row by row. */
async function namedLists(tx: Tx, within: readonly Filter[]): Promise<Wanted[]> {
  const { who, customerId } = tx
  const perimeters = within[0]?.selected_options as number[] | undefined
  const reach = who.roles.includes('global_pilote') ? null : who.perimeterIds
  const inside = (column: string) => {
    const ids = perimeters && reach ? perimeters.filter((id) => reach.includes(id)) : (perimeters ?? reach)
    return ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids}::bigint[])`
  }
  const lists: Wanted[] = []
  const name = (kind: AttentionKind, entity: ListLink['entity'], rows: readonly { identifier: string }[]): void => {
    if (rows.length > 0) lists.push({ kind, link: { entity, filters: [filter('identifier', ...rows.map((row) => row.identifier))] } })
  }
  if (can(who, 'measure.write')) {
    name('benefit_offered', 'measure', await tx.run(sql<{ identifier: string }>`select distinct m.identifier, m.id from measure_beneficiary b
      join measure m on m.customer_id = b.customer_id and m.id = b.measure_id
      where b.customer_id = ${customerId} and not b.accepted and ${inside('b.perimeter_id')} order by m.id limit ${namedAtMost}`))
  }
  if (can(who, 'remediation.manage')) {
    name('finished_without_proof', 'remediation', await tx.run(sql<{ identifier: string }>`select r.identifier from remediation r
      where r.customer_id = ${customerId} and r.status = 'FINISHED' and r.done_date > ${tx.today}::date - 92 and ${inside('r.perimeter_id')}
        and not exists (select 1 from remediation__proofs p where p.customer_id = r.customer_id and p.owner_id = r.id)
        and not exists (select 1 from file f where f.customer_id = r.customer_id and f.entity = 'remediation' and f.object_id = r.id
          and f.field = 'proof_files' and f.detached_at is null)
      order by r.done_date desc, r.id limit ${namedAtMost}`))
  }
  return lists
}

/** Links to measures that were taken over from a partial mapping, policy by policy. */
async function linksToConfirm(tx: Tx): Promise<Attention[]> {
  if (!can(tx.who, 'policy.write')) return []
  const rows = await tx.run(sql<{ id: number; name: string | null; identifier: string; count: number }>`select p.id, ${localizedText(rowRef('p'), 'name', tx.who.lang)} as name, p.identifier, count(*)::int as count
    from control_solution s join control_lineage l on l.customer_id = s.customer_id and l.id = s.lineage_id join policy p on p.customer_id = l.customer_id and p.id = l.policy_id
    where s.customer_id = ${tx.customerId} and s.to_confirm and not p.archived group by p.customer_id, p.id order by count(*) desc limit 3`)
  return rows.map(({ id, name, identifier, count }) => ({ kind: 'link_to_confirm' as const, count, first: { id, name: name ?? identifier, identifier, target_date: null }, link: null, policy: id }))
}

const dayAfter = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
