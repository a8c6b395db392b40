import { can } from '#kit/server/access/authorize.ts'
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
} from '#areas/scores/server/index.ts'
import type { Deeds } from '#areas/dashboards/contract/next-steps.ts'
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

/** The next three deeds that lift the score of a place, of what the reader may do there; each is computed by a dry run, given those before it. */
export async function readNextSteps(
  tx: Tx,
  resources: Resources,
  result: ScoreResult,
  { perimeter, by }: { readonly perimeter?: number | undefined; readonly by: 'points' | 'price' },
): Promise<Deeds> {
  const place = placeOf(result, visibleTo(tx.who), { perimeter, scope: 'consolidated' })
  const able = await ableOf(tx, resources, result)
  const { costOf, closer } = await priced(tx, result, place, able)
  const priceFor = (deed: NextStep): number => {
    const cost = costOf(deed)
    return cost === free
      ? 0
      : deed.kind === 'IMPLEMENT' && cost.yearly_cost === null && cost.build_days === null
        ? deed.places.length * priceOf(cost)
        : priceOf(cost)
  }
  const worth =
    by === 'points' ? (_: NextStep, points: number) => points : (deed: NextStep, points: number) => pointsForPrice(points, Math.max(leastPrice, priceFor(deed)))
  const steps = nextSteps(result, place, closer, worth)
  const target = (await aimsOf(tx, result))(place)
  const id = place.kind === 'CONSOLIDATED' ? place.perimeter_id : 0
  const labels = new Labels()
  labels.want('perimeter', id)
  const deeds = await nameSteps(tx, result, labels, steps, costOf)
  const label = labels.get('perimeter', id)
  return { perimeter: label ?? { id, name: '', identifier: null }, score: toScore(outcomeAt(result, place)).performance, target, deeds }
}

interface Doer extends Able {
  readonly actions: readonly CostedAction[]
}

async function ableOf(tx: Tx, resources: Resources, result: ScoreResult): Promise<Doer> {
  const [writable, links, actions] = await Promise.all([
    writablePerimeters(tx, [...result.index.perimeter.keys()]),
    can(tx.who, 'policy.link') ? suggestedLinks(tx) : [],
    openActions(tx, resources),
  ])
  const decided = new Set(writable)
  return { decides: (id) => decided.has(id), suggested: Map.groupBy(links, ({ policy_id }) => policy_id), actions, base: () => 100, models: null }
}

/** What deeds cost; and whoever does them, for the models that come into question, with what their perimeters say of them. */
async function priced(tx: Tx, result: ScoreResult, place: Place, able: Doer): Promise<{ costOf: (deed: NextStep) => Cost; closer: Able }> {
  const open = openSteps(result, place, able).flatMap(({ deed, bound }) => (deed.kind === 'IMPLEMENT' ? [{ deed, bound }] : []))
  const models = await modelCosts(
    tx,
    open.map(({ deed }) => deed.solution),
  )
  const best = (worth: (one: (typeof open)[number]) => number) => open.toSorted((a, b) => worth(b) - worth(a)).slice(0, modelsAtMost)
  const looked = new Set(
    [
      ...best(({ bound }) => bound),
      ...best(({ deed, bound }) => pointsForPrice(bound, Math.max(leastPrice, deed.places.length * priceOf(models.get(deed.solution))))),
    ].map(({ deed }) => deed.solution),
  )
  const undone = await undoneMeasures(tx, [...looked])
  const actions = new Map(able.actions.map((action) => [action.id, action]))
  const costOf = (deed: NextStep): Cost => {
    if (deed.kind === 'FINISH') return actions.get(deed.action) ?? free
    if (deed.kind !== 'IMPLEMENT') return free
    return costOfPlaces(
      models.get(deed.solution),
      (perimeter) => undone(deed.solution, perimeter),
      deed.places.map(({ perimeter }) => perimeter),
    )
  }
  const base = (solution: number, perimeter: number) => {
    const own = undone(solution, perimeter)
    return own && !own.serves_self ? null : (own?.base ?? 100)
  }
  return { costOf, closer: { ...able, base, models: looked } }
}
