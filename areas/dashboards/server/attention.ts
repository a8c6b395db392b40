import { sql, type RawBuilder } from 'kysely'
import { only, type Figure } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { fieldOf, localizedText, rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions, ordering } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { actionChecks } from '#areas/actions/contract/checks.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import { urgentEvidence } from '#areas/evidence/contract/figures.ts'
import { measureFigures } from '#areas/measures/contract/figures.ts'
import { occurrenceFigures } from '#areas/runbooks/contract/figures.ts'
import { incidentChecks } from '#areas/incidents/contract/checks.ts'
import { attentionKinds } from '#areas/dashboards/contract/calls.ts'
import type { Attention, AttentionKind, ListLink } from '#areas/dashboards/contract/calls.ts'
import { policiesOfLinksToConfirm } from '#areas/policies/server/index.ts'
import type { Scope } from './scope.ts'

type Line = Exclude<AttentionKind, 'link_to_confirm'>
/** What may wait for a reader, by the figure that counts it. */
export const attentionLines: Readonly<Record<Line, Figure>> = {
  clock_late: incidentChecks.CLOCK_LATE.found,
  my_late: actionFigures.mine_late,
  my_tasks_late: occurrenceFigures.mine_late,
  my_evidence_expired: urgentEvidence.expired_in_use,
  unassigned_late: actionFigures.unassigned_late,
  tasks_late: occurrenceFigures.late,
  evidence_expired: urgentEvidence.expired_in_use,
  my_soon: actionFigures.mine_soon,
  benefit_offered: measureFigures.offered,
  postponed: { ...actionChecks.POSTPONED.found, right: 'remediation.manage' },
  finished_without_proof: { ...actionChecks.UNPROVEN.found, right: 'remediation.manage' },
  my_to_plan: actionFigures.mine_to_plan,
  measure_undecided: { ...measureFigures.to_handle, right: 'measure.write' },
}

/**
 * What waits for the reader. Each is a figure, that is a list under filters, and its count is the total that this very list answers: a click shows
 * the rows counted, no more and no less. One statement for all of them, and one for what stands in no list.
 */
export async function attentionOf(tx: Tx, resources: Resources, { day, past, of, within }: Scope): Promise<Attention[]> {
  const asked = (Object.entries(attentionLines) as [Line, Figure][]).flatMap(([kind, figure]) =>
    can(tx.who, figure.right) && !(of === 'own' && ofTeams.has(kind))
      ? [{ kind, entity: figure.entity as ListLink['entity'], filters: [...figure.filters(day), ...keptTo(kind, within, tx.who.memberId)] }]
      : [],
  )
  const [found, links] = await Promise.all([
    countLines(tx, resources, asked),
    // The page of a policy shows what is to be confirmed now.
    past ? [] : linksToConfirm(tx),
  ])
  const items = asked.flatMap(({ kind, entity, filters }): Attention[] => {
    const line = found.get(kind)
    if (!line) return []
    const { count, id, name, identifier, target_date } = line
    return [{ kind, count, first: { id, name: name ?? identifier ?? `#${id}`, identifier, target_date }, link: { entity, filters }, policy: null }]
  })
  return [...items, ...links].toSorted((one, other) => attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind))
}

interface Counted {
  readonly kind: Line
  readonly count: number
  readonly id: number
  readonly name: string | null
  readonly identifier: string | null
  readonly target_date: string | null
}

/** How many rows each list has that has any, and which is its first. */
async function countLines(
  tx: Tx,
  resources: Resources,
  asked: readonly { readonly kind: Line; readonly entity: ListLink['entity']; readonly filters: readonly Filter[] }[],
): Promise<ReadonlyMap<Line, Counted>> {
  if (asked.length === 0) return new Map()
  const { who } = tx
  const t = rowRef('t')
  const counts = asked.map(({ kind, entity, filters }) => {
    const resource = resourceOf(resources, entity)
    authorize(who, resource.def.rights.read)
    const due = dueBy[entity]
    const query = { sort: due === undefined ? [] : [{ name: due, order: 'asc' as const }], filters: [...filters], global_search: '' as const }
    checkQuery(resource, query)
    const where = listConditions(resource, query, resource.rules.read(t, who), t, who)
    const { joins, orderBy } = ordering(resource, resources, query.sort, t, who)
    const shown = (name: string | undefined, type: RawBuilder<unknown>, as = name) =>
      sql`${name !== undefined && fieldOf(resource.def, name) ? scalar(resource, name, t, who.lang, who) : sql`null`}::${type} as ${sql.ref(as ?? '')}`
    return sql`select ${kind}::text as kind, c.count, f.* from (select count(*)::int as count from ${sql.table(entity)} as t where ${where}) c
      cross join lateral (select t.id, ${shown('name', sql`text`)}, ${shown('identifier', sql`text`)}, ${shown(due, sql`date`, 'target_date')}
        from ${sql.table(entity)} as t${joins} where c.count > 0 and ${where} order by ${orderBy} limit 1) f`
  })
  const rows = await tx.run(sql<Counted>`${sql.join(counts, sql` union all `)}`, { planned: true })
  return new Map(rows.map((row) => [row.kind, row]))
}

/** By what the most pressing one comes first. */
const dueBy: Readonly<Partial<Record<ListLink['entity'], string>>> = { remediation: 'target_date', occurrence: 'due_date', evidence: 'valid_until' }
/** What whoever has but their own is told of as theirs alone. */
const ofTeams: ReadonlySet<AttentionKind> = new Set<AttentionKind>(['tasks_late', 'evidence_expired'])

/** What the rows of a line are kept to: an offer concerns the perimeter that it is made to, not the one whose measure it is; evidence is somebody's by its manager alone. */
function keptTo(kind: AttentionKind, within: readonly Filter[], memberId: number | null): readonly Filter[] {
  const places = within.filter(({ name }) => name === 'perimeter')
  if (kind === 'benefit_offered') return places.map((filter) => ({ ...filter, name: 'offered_to' }))
  if (kind === 'my_evidence_expired') return [only('manager', memberId), ...places]
  return kind === 'evidence_expired' ? places : within
}

/** Links to measures that were taken over from a partial mapping, policy by policy: those of the requirements that its page shows, which is opened on them alone. */
async function linksToConfirm(tx: Tx): Promise<Attention[]> {
  if (!can(tx.who, 'policy.link')) return []
  const rows = await tx.run(sql<{
    id: number
    name: string | null
    identifier: string
    count: number
  }>`select p.id, ${localizedText(rowRef('p'), 'name', tx.who.lang)} as name, p.identifier, count(*)::int as count
    from ${policiesOfLinksToConfirm(tx.customerId)} p group by p.id, p.identifier, p.name_en, p.name_fr order by count(*) desc limit 3`)
  return rows.map(({ id, name, identifier, count }) => ({
    kind: 'link_to_confirm' as const,
    count,
    first: { id, name: name ?? identifier, identifier, target_date: null },
    link: null,
    policy: id,
  }))
}
