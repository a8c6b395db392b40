import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { invalidField, notFound } from '#kit/contract/errors.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { ControlSolution } from '#areas/policies/contract/control.ts'
import { linksToConfirm, solutionsLinked } from '#areas/policies/contract/events.ts'
import { coverageTurn } from './coverage-turn.ts'

/** The solutions that answer a requirement, as its row carries them. */
export function solutionsOf(row: RowRef, lang: Language): RawBuilder<ControlSolution[]> {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', ${localizedText(rowRef('s'), 'name', lang)}, 'identifier', s.identifier, 'share', cs.share, 'to_confirm', cs.to_confirm)
      order by s.identifier), '[]'::jsonb) from control_solution cs join solution s on s.customer_id = cs.customer_id and s.id = cs.solution_id
    where cs.customer_id = ${row('customer_id')} and cs.lineage_id = ${row('lineage_id')})`
}

export interface WantedSolution {
  readonly solution: number
  readonly share: number
  readonly to_confirm: boolean
}

/** Brings the solutions of a requirement to the wanted ones; ended links go to history. Holds for every version, so a published one changes too. */
export async function setSolutions(tx: Tx, resources: Resources, controlId: number, wanted: readonly WantedSolution[]): Promise<void> {
  const { customerId } = tx
  await takeTurn(tx, coverageTurn())
  const controls = resourceOf(resources, 'control')
  const control = await lockRow(tx, authorizeVerb(tx, controls, 'update'), controls, resources, controlId, 'update')
  const ids = wanted.map((w) => w.solution)
  if (new Set(ids).size < ids.length) throw invalidField('solutions', 'kit.errors.duplicate')
  const known = await tx.run(sql<{ id: number }>`select id from solution where customer_id = ${customerId} and id = any(${ids}::bigint[])`)
  if (known.length < ids.length) throw invalidField('solutions', 'kit.errors.missing_reference')
  const before = await described(tx, control.lineage_id as number)
  const list = sql`unnest(${ids}::bigint[], ${wanted.map((w) => w.share)}::int[], ${wanted.map((w) => w.to_confirm)}::boolean[]) as w (solution_id, share, to_confirm)`
  await tx.run(sql`with ended as (delete from control_solution s where s.customer_id = ${customerId} and s.lineage_id = ${control.lineage_id}
      and not exists (select 1 from ${list} where w.solution_id = s.solution_id and w.share = s.share and w.to_confirm = s.to_confirm) returning s.*)
    insert into control_solution_history (customer_id, lineage_id, solution_id, share, to_confirm, linked_by, valid_from, valid_to)
    select customer_id, lineage_id, solution_id, share, to_confirm, linked_by, valid_from, moment() from ended`)
  await tx.run(sql`insert into control_solution (customer_id, lineage_id, solution_id, share, to_confirm, linked_by)
    select ${customerId}, ${control.lineage_id}, w.solution_id, w.share, w.to_confirm, ${tx.who.memberId} from ${list} on conflict do nothing`)
  const after = await described(tx, control.lineage_id as number)
  if (before === after) return
  // Version 0: the link is no column of the row, so its own version stays.
  tx.audit({ entity: 'control', object_id: controlId, action: 'solutions', version: 0, details: JSON.stringify({ rows: { solutions: { before, after } } }) })
  await tx.emit(solutionsLinked, controlId, { lineage_ids: [control.lineage_id as number] })
}

async function described(tx: Tx, lineageId: number): Promise<string | null> {
  const row = await tx.first(sql<{
    text: string | null
  }>`select string_agg(s.identifier || ' ' || cs.share || ' %' || case when cs.to_confirm then ' ?' else '' end, ', ' order by s.identifier) as text
    from control_solution cs join solution s on s.customer_id = cs.customer_id and s.id = cs.solution_id where cs.customer_id = ${tx.customerId} and cs.lineage_id = ${lineageId}`)
  return row?.text ?? null
}

/** Links that a whole framework gains at once: those that exist stay as they are. Tells the areas above once. */
export async function addLinks(
  tx: Tx,
  policyId: number,
  links: readonly { lineage_id: number; solution_id: number; share: number; to_confirm: boolean }[],
  action: string,
): Promise<number> {
  const added = await tx.run(sql<{
    lineage_id: number
    to_confirm: boolean
  }>`insert into control_solution (customer_id, lineage_id, solution_id, share, to_confirm, linked_by)
    select ${tx.customerId}, l.*, ${tx.who.memberId} from unnest(${links.map((l) => l.lineage_id)}::bigint[], ${links.map((l) => l.solution_id)}::bigint[], ${links.map((l) => l.share)}::int[], ${links.map((l) => l.to_confirm)}::boolean[]) as l
    on conflict do nothing returning lineage_id, to_confirm`)
  if (added.length > 0) {
    tx.audit({ entity: 'policy', object_id: policyId, action, details: JSON.stringify({ links: {}, count: added.length }) })
    await tx.emit(solutionsLinked, policyId, { lineage_ids: added.map((row) => row.lineage_id) })
    const count = added.filter((row) => row.to_confirm).length
    if (count > 0) await tx.emit(linksToConfirm, policyId, { count })
  }
  return added.length
}

/** What a policy works with: its current version, else its draft. */
export async function workingVersion(tx: Tx, policyId: number): Promise<number> {
  const row = await tx.first(sql<{
    id: number | null
  }>`select coalesce(p.current_version_id, (select v.id from policy_version v where v.customer_id = p.customer_id and v.policy_id = p.id
      and v.status = 'DRAFT')) as id from policy p where p.customer_id = ${tx.customerId} and p.id = ${policyId}`)
  if (!row?.id) throw notFound()
  return row.id
}

/** One solution for each requirement that has none, named after it, for all of it. */
export async function solutionsForRequirements(tx: Tx, resources: Resources, policyId: number): Promise<{ solutions: number; links: number }> {
  const { customerId } = tx
  await takeTurn(tx, coverageTurn())
  const version = await workingVersion(tx, policyId)
  const bare = await tx.run(sql<
    { readonly lineage_id: number } & Changes
  >`select c.lineage_id, left(c.name_en, 500) as name_en, left(c.name_fr, 500) as name_fr, c.description_en, c.description_fr, c.typical_evidence from control c where c.customer_id = ${customerId} and c.policy_version_id = ${version}
    and not exists (select 1 from control_solution cs where cs.customer_id = c.customer_id and cs.lineage_id = c.lineage_id) order by c.position, c.id`)
  if (bare.length === 0) return { solutions: 0, links: 0 }
  const solutions = resourceOf(resources, 'solution')
  const made = await createRows(
    tx,
    systemGrant('models that requirements call for', tx.who),
    solutions,
    resources,
    bare.map(({ name_en, name_fr, description_en, description_fr, typical_evidence }) => ({
      name_en,
      name_fr,
      description_en,
      description_fr,
      typical_evidence,
    })),
  )
  const links = bare.map(({ lineage_id }, n) => ({ lineage_id, solution_id: made[n]?.id ?? 0, share: 100, to_confirm: false }))
  return { solutions: made.length, links: await addLinks(tx, policyId, links, 'solutions_from_requirements') }
}

/**
 * Takes over the solutions of the framework at the other end of a mapping set, read from either end: where the other requirement covers
 * this one in full the share is 100, where only in part 50 and to confirm (decisions, Scores 5).
 */
export async function solutionsThroughMapping(tx: Tx, policyId: number, mappingSetId: number): Promise<{ solutions: number; links: number }> {
  const { customerId } = tx
  await takeTurn(tx, coverageTurn())
  const set = await tx.first(sql`select 1 from mapping_set where customer_id = ${customerId} and id = ${mappingSetId}`)
  if (!set) throw invalidField('mapping_set', 'kit.errors.missing_reference')
  const version = await workingVersion(tx, policyId)
  const links = await tx.run(sql<{ lineage_id: number; solution_id: number; full_cover: boolean }>`
    with ends as (
      select source_urn as theirs, target_urn as ours, relationship in ('equal', 'superset') as full_cover from mapping_pair
        where customer_id = ${customerId} and mapping_set_id = ${mappingSetId} and relationship <> 'not_related'
      union all select target_urn, source_urn, relationship in ('equal', 'subset') from mapping_pair
        where customer_id = ${customerId} and mapping_set_id = ${mappingSetId} and relationship <> 'not_related')
    select mine.id as lineage_id, cs.solution_id, bool_or(e.full_cover) as full_cover
    from ends e
      join control_lineage mine on mine.customer_id = ${customerId} and mine.key = e.ours and mine.policy_id = ${policyId}
      join control c on c.customer_id = ${customerId} and c.lineage_id = mine.id and c.policy_version_id = ${version}
      join control_lineage other on other.customer_id = ${customerId} and other.key = e.theirs and other.policy_id <> ${policyId}
      join control_solution cs on cs.customer_id = ${customerId} and cs.lineage_id = other.id
    group by mine.id, cs.solution_id`)
  const added = await addLinks(
    tx,
    policyId,
    links.map(({ lineage_id, solution_id, full_cover }) => ({ lineage_id, solution_id, share: full_cover ? 100 : 50, to_confirm: !full_cover })),
    'solutions_from_mapping',
  )
  return { solutions: new Set(links.map((l) => l.solution_id)).size, links: added }
}

/** The copy of a policy is answered by the same solutions. */
export async function copySolutions(tx: Tx, fromPolicy: number, toPolicy: number): Promise<void> {
  await tx.run(sql`insert into control_solution (customer_id, lineage_id, solution_id, share, to_confirm)
    select cs.customer_id, m.id, cs.solution_id, cs.share, cs.to_confirm from control_solution cs
      join control_lineage l on l.customer_id = cs.customer_id and l.id = cs.lineage_id
      join control_lineage m on m.customer_id = l.customer_id and m.key = l.key
    where cs.customer_id = ${tx.customerId} and l.policy_id = ${fromPolicy} and m.policy_id = ${toPolicy} on conflict do nothing`)
}
