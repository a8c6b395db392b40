import { sql } from 'kysely'
import { only, type Figure } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { authorize, can } from '#kit/server/access/authorize.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { listPage } from '#kit/server/data/lists/list-engine.ts'
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

/** What may wait for a reader, by the figure that counts it. */
const lines: Readonly<Record<Exclude<AttentionKind, 'link_to_confirm'>, Figure>> = {
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
 * the rows counted, no more and no less.
 */
export async function attentionOf(tx: Tx, resources: Resources, { day, past, of, within }: Scope): Promise<Attention[]> {
  const found: Attention[] = []
  for (const [kind, figure] of Object.entries(lines) as [AttentionKind, Figure][]) {
    if (!can(tx.who, figure.right) || (of === 'own' && ofTeams.has(kind))) continue
    const link: ListLink = { entity: figure.entity as ListLink['entity'], filters: [...figure.filters(day), ...keptTo(kind, within, tx.who.memberId)] }
    const resource = resourceOf(resources, link.entity)
    const grant = authorize(tx.who, resource.def.rights.read)
    const due = dueBy[link.entity]
    const sort = due === undefined ? [] : [{ name: due, order: 'asc' as const }]
    const { objects, total } = await listPage(tx, grant, resource, resources, { sort, filters: link.filters, global_search: '', per_page: 1, page: 1 })
    const [first] = objects
    if (!first) continue
    const { id, name, identifier } = first as { id: number; name?: string | null; identifier?: string | null }
    const target_date = due === undefined ? null : (first[due] as string | null | undefined)
    found.push({
      kind,
      count: total,
      first: { id, name: name ?? identifier ?? `#${id}`, identifier: identifier ?? null, target_date: target_date ?? null },
      link,
      policy: null,
    })
  }
  // The page of a policy shows what is to be confirmed now.
  if (!past) found.push(...(await linksToConfirm(tx)))
  return found.toSorted((a, b) => attentionKinds.indexOf(a.kind) - attentionKinds.indexOf(b.kind))
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
