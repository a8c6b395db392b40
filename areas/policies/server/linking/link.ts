import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { coverageTurn } from '#areas/policies/server/coverage-turn.ts'
import { namedControls, nothingDone, recorded, stamped, type Stamped } from './recorded-edit.ts'
import { acceptable } from './suggest.ts'

export interface WantedLink {
  readonly control: number
  readonly solution: number
  readonly share: number
}

/** What came of it: the ticket of its undo, how many links there are now that there were not, and of which requirements. */
export interface Linked {
  readonly edit: string | null
  readonly links: number
  readonly controls: number[]
}

async function insertLinks(tx: Tx, links: readonly { lineage: number; solution: number; share: number }[], toConfirm: boolean): Promise<Stamped[]> {
  const rows = await tx.run(sql<{ stamp: Stamped }>`insert into control_solution (customer_id, lineage_id, solution_id, share, to_confirm, linked_by)
    select ${tx.customerId}, l.lineage, l.solution, l.share, ${toConfirm}, ${tx.who.memberId} from unnest(${links.map((l) => l.lineage)}::bigint[], ${links.map((l) => l.solution)}::bigint[],
      ${links.map((l) => l.share)}::int[]) as l (lineage, solution, share) order by l.lineage, l.solution on conflict do nothing returning ${stamped}`)
  return rows.map(({ stamp }) => stamp)
}

/** Links requirements with the models that somebody chose; what is linked already stays as it is, and said twice it is done once. */
export async function linkChosen(tx: Tx, policyId: number, links: readonly WantedLink[]): Promise<Linked> {
  await takeTurn(tx, coverageTurn())
  const controls = await namedControls(
    tx,
    policyId,
    links.map(({ control }) => control),
  )
  const wanted = [...new Set(links.map(({ solution }) => solution))]
  const known = await tx.run(
    sql<{ id: number }>`select id from solution where customer_id = ${tx.customerId} and id = any(${wanted}::bigint[]) and not archived`,
  )
  if (known.length < wanted.length) throw invalidField('links', 'kit.errors.missing_reference')
  return link(tx, policyId, controls, links, { action: 'link', toConfirm: false })
}

/** Links what has no model with the first that is suggested above a percent, for somebody to confirm: as it is suggested now, whatever was on screen. */
export async function acceptSuggested(
  tx: Tx,
  policyId: number,
  { policy_version, above, controls }: { policy_version: number; above: number; controls?: readonly number[] | undefined },
): Promise<Linked> {
  await takeTurn(tx, coverageTurn())
  const version = await tx.first(sql`select 1 from policy_version where customer_id = ${tx.customerId} and id = ${policy_version} and policy_id = ${policyId}`)
  if (!version) throw invalidField('policy_version', 'kit.errors.missing_reference')
  const chosen = controls && new Set(controls)
  const links = (await acceptable(tx, policy_version, above)).filter(({ control }) => !chosen || chosen.has(control))
  const named = await namedControls(tx, policyId, chosen ? [...chosen] : links.map(({ control }) => control))
  return link(tx, policyId, named, links, { action: 'accept_suggestions', toConfirm: true })
}

async function link(
  tx: Tx,
  policyId: number,
  controls: Awaited<ReturnType<typeof namedControls>>,
  links: readonly WantedLink[],
  { action, toConfirm, models = [] }: { readonly action: string; readonly toConfirm: boolean; readonly models?: readonly number[] },
): Promise<Linked> {
  const lineageOf = new Map(controls.map(({ id, lineage_id }) => [id, lineage_id]))
  const { edit, done } = await recorded({ tx, policyId, action, controls }, async () => ({
    ...nothingDone,
    models,
    linked: await insertLinks(
      tx,
      links.map(({ control, ...rest }) => ({ ...rest, lineage: lineageOf.get(control) ?? 0 })),
      toConfirm,
    ),
  }))
  const lineages = new Set(done.linked.map(([lineage]) => lineage))
  return { edit, links: done.linked.length, controls: controls.flatMap(({ id, lineage_id }) => (lineages.has(lineage_id) ? [id] : [])) }
}

/** One model for each of these requirements, named after it, for all of it. */
export async function makeModels(tx: Tx, resources: Resources, policyId: number, ids: readonly number[]): Promise<Linked> {
  await takeTurn(tx, coverageTurn())
  const controls = await namedControls(tx, policyId, ids)
  const texts = await tx.run(sql<
    Changes & { id: number }
  >`select c.id, left(coalesce(c.name_en, case when c.name_fr is null then c.identifier end), 500) as name_en, left(c.name_fr, 500) as name_fr,
      c.description_en, c.description_fr, c.typical_evidence from control c where c.customer_id = ${tx.customerId} and c.id = any(${ids}::bigint[]) order by c.position, c.id`)
  const made = await createRows(
    tx,
    systemGrant('models that requirements call for', tx.who),
    resourceOf(resources, 'solution'),
    resources,
    texts.map(({ name_en, name_fr, description_en, description_fr, typical_evidence }) => ({
      name_en,
      name_fr,
      description_en,
      description_fr,
      typical_evidence,
    })),
  )
  const links = texts.map(({ id }, n) => ({ control: id, solution: made[n]?.id ?? 0, share: 100 }))
  return link(tx, policyId, controls, links, { action: 'models_for_requirements', toConfirm: false, models: made.map(({ id }) => id) })
}

/** Confirms the links of requirements that wait for it, all or none; those of one requirement hold for every version. */
export async function confirmSuggested(tx: Tx, policyId: number, ids: readonly number[]): Promise<{ edit: string | null; links: number }> {
  const { customerId } = tx
  await takeTurn(tx, coverageTurn())
  const controls = await namedControls(tx, policyId, ids)
  const waiting = sql`customer_id = ${customerId} and to_confirm and lineage_id = any(${controls.map(({ lineage_id }) => lineage_id)}::bigint[])`
  const { edit, done } = await recorded({ tx, policyId, action: 'confirm_links', controls }, async () => {
    await tx.run(sql`insert into control_solution_history (customer_id, lineage_id, solution_id, share, to_confirm, linked_by, valid_from, valid_to)
      select customer_id, lineage_id, solution_id, share, to_confirm, linked_by, valid_from, moment() from control_solution where ${waiting}`)
    const rows = await tx.run(
      sql<{ stamp: Stamped }>`update control_solution set to_confirm = false, valid_from = moment() where ${waiting} returning ${stamped}`,
    )
    return { ...nothingDone, confirmed: rows.map(({ stamp }) => stamp) }
  })
  return { edit, links: done.confirmed.length }
}
