import { holdPlan } from '#areas/actions/server/index.ts'
import { everyModel } from '#areas/catalog/server/index.ts'
import { sql } from 'kysely'
import { forbidden, invalidField } from '#kit/contract/errors.ts'
import { authorize, onward, type Grant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { acceptBenefits, measureFor, writablePerimeters } from '#areas/measures/server/index.ts'
import { addLinks, coverageTurn } from '#areas/policies/server/index.ts'
import type { StepToPlan, PlannedNextSteps } from '#areas/dashboards/contract/next-steps.ts'
import { costOfPlaces, modelCosts, undoneMeasures } from './prices.ts'
import { suggestedLinks } from './suggested-links.ts'

type Of<K extends StepToPlan['kind']> = Extract<StepToPlan, { kind: K }>
const of = <K extends StepToPlan['kind']>(steps: readonly StepToPlan[], kind: K) => steps.filter((step): step is Of<K> => step.kind === kind)

/**
 * Does at once what takes no work (links, offers) and plans actions for the rest, each by the rules under which it is done by itself. What it locks
 * follows docs/decisions/0017: the turn, actions and their plan, then measures.
 */
export async function planNextSteps(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  program: number | null,
  steps: readonly StepToPlan[],
): Promise<PlannedNextSteps> {
  await takeTurn(tx, coverageTurn())
  const implement = of(steps, 'IMPLEMENT')
  if (implement.length > 0 && program === null) throw invalidField('program', 'actions.errors.program_required')
  const actions: Stored[] = []
  for (const step of of(steps, 'FINISH')) actions.push(await entrust(tx, resources, step))
  if (program !== null) await holdPlan(tx, program)
  for (const step of implement) actions.push(await build(tx, grant, resources, program ?? 0, step))
  let linked = 0
  for (const { policy } of of(steps, 'LINK')) linked += await link(tx, policy)
  let accepted = 0
  for (const { measure, perimeters } of of(steps, 'ACCEPT')) accepted += await accept(tx, measure, perimeters)
  return {
    linked,
    accepted,
    actions: actions.map((row) => ({
      id: row.id,
      name: String((tx.who.lang === 'fr' ? row.name_fr : row.name_en) ?? row.name_en ?? row.name_fr ?? ''),
      identifier: String(row.identifier),
    })),
  }
}

/** An action that is there already: who does it and until when, as far as that is said. */
async function entrust(tx: Tx, resources: Resources, { action, manager, target_date }: Of<'FINISH'>): Promise<Stored> {
  const actions = resourceOf(resources, 'remediation')
  const changes = { ...(manager != null && { manager }), ...(target_date != null && { target_date }) }
  return updateRow(tx, authorizeVerb(tx, actions, 'update'), actions, resources, action, changes)
}

/** One action for all perimeters, which costs what their measures do. */
async function build(tx: Tx, grant: Grant, resources: Resources, program: number, step: Of<'IMPLEMENT'>): Promise<Stored> {
  const { solution, perimeters, manager = null, target_date = null } = step
  await demandPlaces(tx, perimeters)
  const measures = resourceOf(resources, 'measure')
  const ids: number[] = []
  for (const perimeter of perimeters) ids.push(await measureFor(tx, onward(grant, measures.def, 'create'), resources, { solution, perimeter }))
  const [models, { undone }] = [await modelCosts(tx, [solution]), await undoneMeasures(tx, [solution])]
  const { yearly_cost, build_days } = costOfPlaces(models.get(solution), (perimeter) => undone(solution, perimeter), perimeters)
  const model = await tx.first(
    sql<{ name_en: string | null; name_fr: string | null }>`select s.name_en, s.name_fr from ${everyModel(tx.customerId)} s where s.id = ${solution}`,
  )
  const [first, ...rest] = ids
  const actions = resourceOf(resources, 'remediation')
  return createRow(tx, authorizeVerb(tx, actions, 'create'), actions, resources, {
    name_en: model?.name_en ?? null,
    name_fr: model?.name_fr ?? null,
    type: 'BUILD',
    program,
    measure: first,
    measures: rest,
    manager,
    target_date,
    // With a date it is planned, whatever day it begins.
    ...(target_date !== null && { status: 'PLANNED' }),
    cost: yearly_cost,
    workload: build_days,
  })
}

async function link(tx: Tx, policy: number): Promise<number> {
  authorize(tx.who, 'policy.link')
  const links = await suggestedLinks(tx, policy)
  await addLinks(tx, policy, links, 'solutions_from_mapping')
  return new Set(links.map(({ lineage_id }) => lineage_id)).size
}

async function accept(tx: Tx, measure: number, perimeters: readonly number[]): Promise<number> {
  await demandPlaces(tx, perimeters)
  const accepted = await acceptBenefits(tx, measure, perimeters)
  if (accepted.length === 0) throw invalidField('measure', 'kit.errors.missing_reference')
  return accepted.length
}

/** Throws FORBIDDEN where the writer does not decide about measures. */
async function demandPlaces(tx: Tx, perimeters: readonly number[]): Promise<void> {
  if ((await writablePerimeters(tx, perimeters)).length < new Set(perimeters).size) throw forbidden('measures.errors.no_edit')
}
