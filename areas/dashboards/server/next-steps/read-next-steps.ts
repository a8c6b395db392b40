import { can } from '#kit/server/access/authorize.ts'
import { WorkedOutOf } from '#kit/server/data/remembered.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { writablePerimeters } from '#areas/measures/server/index.ts'
import {
  aimsOf,
  Labels,
  nextSteps,
  openSteps,
  outcomeAt,
  placeOf,
  pointsForPrice,
  priceOf,
  toScore,
  visibleTo,
  type Able,
  type Cost,
  type NextStep,
  type Place,
  type ScoreResult,
  type Step,
} from '#areas/scores/server/index.ts'
import type { NextSteps } from '#areas/dashboards/contract/next-steps.ts'
import { nameSteps } from './name-steps.ts'
import { openActions, type CostedAction } from './open-actions.ts'
import { costOfPlaces, modelCosts, undoneMeasures } from './prices.ts'
import { suggestedLinks } from './suggested-links.ts'

/** Models that are looked at closely, in each order: the best by their bounds and what the models themselves cost. */
const modelsAtMost = 40
/** A week of work, in k€: with less, what takes a moment and brings hardly a point would hide what brings many for little. */
const leastPrice = priceOf(undefined)
/** Nothing but a moment of one's own. */
const free: Cost = { yearly_cost: 0, build_days: null }

/** The next three steps that lift the score of a place, of what the reader may do there; each is computed by a dry run, given those before it. */
export async function readNextSteps(
  tx: Tx,
  resources: Resources,
  result: ScoreResult,
  { perimeter, by }: { readonly perimeter?: number | undefined; readonly by: 'points' | 'price' },
): Promise<NextSteps> {
  const place = placeOf(result, visibleTo(tx.who), { perimeter, scope: 'consolidated' })
  const able = await ableOf(tx, resources, result)
  const { costOf, closer, of } = await priced(tx, result, place, able)
  const priceFor = (step: NextStep): number => {
    const cost = costOf(step)
    return cost === free
      ? 0
      : step.kind === 'IMPLEMENT' && cost.yearly_cost === null && cost.build_days === null
        ? step.places.length * priceOf(cost)
        : priceOf(cost)
  }
  const worth =
    by === 'points' ? (_: NextStep, points: number) => points : (step: NextStep, points: number) => pointsForPrice(points, Math.max(leastPrice, priceFor(step)))
  const steps = known.of(result, [...of, by], () => nextSteps(result, place, closer, worth))
  const target = (await aimsOf(tx, result))(place)
  const id = place.kind === 'CONSOLIDATED' ? place.perimeter_id : 0
  const labels = new Labels()
  labels.want('perimeter', id)
  const named = await nameSteps(tx, result, labels, steps, costOf)
  const label = labels.get('perimeter', id)
  return { perimeter: label ?? { id, name: '', identifier: null }, score: toScore(outcomeAt(result, place)).performance, target, steps: named }
}

/** Steps, and what could be done at all, by what the reader may do and what it costs: dry runs of a result that never changes. */
const known = new WorkedOutOf<ScoreResult, Step[]>(50)
const knownOpen = new WorkedOutOf<ScoreResult, ReturnType<typeof openSteps>>(50)

interface Doer extends Able {
  readonly actions: readonly CostedAction[]
  /** All that it follows from. */
  readonly of: readonly unknown[]
}

async function ableOf(tx: Tx, resources: Resources, result: ScoreResult): Promise<Doer> {
  const [writable, links, actions] = await Promise.all([
    writablePerimeters(tx, [...result.index.perimeter.keys()]),
    can(tx.who, 'policy.link') ? suggestedLinks(tx) : [],
    openActions(tx, resources),
  ])
  const decided = new Set(writable)
  return {
    decides: (id) => decided.has(id),
    suggested: Map.groupBy(links, ({ policy_id }) => policy_id),
    actions,
    base: () => 100,
    models: null,
    of: [writable, links, actions],
  }
}

/** What steps cost; and whoever does them, for the models that come into question, with what their perimeters say of them. */
async function priced(
  tx: Tx,
  result: ScoreResult,
  place: Place,
  able: Doer,
): Promise<{ costOf: (step: NextStep) => Cost; closer: Able; of: readonly unknown[] }> {
  const open = knownOpen
    .of(result, [place, ...able.of], () => openSteps(result, place, able))
    .flatMap(({ step, bound }) => (step.kind === 'IMPLEMENT' ? [{ step, bound }] : []))
  const models = await modelCosts(
    tx,
    open.map(({ step }) => step.solution),
  )
  const best = (worth: (one: (typeof open)[number]) => number) => open.toSorted((a, b) => worth(b) - worth(a)).slice(0, modelsAtMost)
  const looked = new Set(
    [
      ...best(({ bound }) => bound),
      ...best(({ step, bound }) => pointsForPrice(bound, Math.max(leastPrice, step.places.length * priceOf(models.get(step.solution))))),
    ].map(({ step }) => step.solution),
  )
  const { rows, undone } = await undoneMeasures(tx, [...looked])
  const actions = new Map(able.actions.map((action) => [action.id, action]))
  const costOf = (step: NextStep): Cost => {
    if (step.kind === 'FINISH') return actions.get(step.action) ?? free
    if (step.kind !== 'IMPLEMENT') return free
    return costOfPlaces(
      models.get(step.solution),
      (perimeter) => undone(step.solution, perimeter),
      step.places.map(({ perimeter }) => perimeter),
    )
  }
  const base = (solution: number, perimeter: number) => {
    const own = undone(solution, perimeter)
    return own && !own.serves_self ? null : (own?.base ?? 100)
  }
  return { costOf, closer: { ...able, base, models: looked }, of: [place, ...able.of, [...models], [...looked], rows] }
}
