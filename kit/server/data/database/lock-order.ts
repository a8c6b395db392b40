import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'

/** Locks by name, `*` standing for any part of one; or the entities of an area, as far as no step names them by themselves. */
type Step = string | { readonly area: string; readonly first: readonly string[]; readonly reversed: boolean }

/** Rows of an area: what is named first, then its entities in the order in which it declares them. */
const asDeclared = (area: string, ...first: readonly string[]): Step => ({ area, first, reversed: false })
/** The same, with what is declared last before what it builds on. */
const lastFirst = (area: string): Step => ({ area, first: [], reversed: true })
/** Entities of areas that no step names, from the highest area down. */
const others = 'others'

/**
 * The one order in which a transaction takes locks, from what decides to what follows from it: docs/decisions/0017 says why. A transaction may leave out any of these, and
 * may come back to what it holds. A further entity has the place of its area; `app/test/walks/every-operation.test.ts` holds every operation to it.
 */
export const lockSteps: readonly Step[] = [
  // Turns, before any row.
  'turn: * bulk',
  'turn: months',
  'turn: library import',
  'turn: policy',
  'turn: coverage',
  'turn: adoption',
  'turn: scales',
  'turn: perimeter tree',
  'turn: pilots',
  'turn: absences',
  'turn: risk analysis',
  'turn: findings',
  'turn: register of reported gaps',
  'turn: * quota',
  'turn: default *',
  'turn: indicator tree',
  'turn: * rank',
  'turn: dashboard *',
  'turn: metric formulas',
  'turn: asset inventory',
  'turn: supplier campaign',
  // What people do about something, and what stands between that and what follows.
  lastFirst('actions'),
  lastFirst('reviews'),
  lastFirst('projects'),
  lastFirst('gaps'),
  lastFirst('exemptions'),
  lastFirst('incidents'),
  'identifiers: evidence',
  // What is called for, then what answers it.
  'library',
  asDeclared('catalog', 'threat', 'metric_model', 'indicator_model', 'runtask_model', 'identifiers: solution'),
  'identifiers: questionnaire',
  asDeclared('questionnaires'),
  asDeclared('policies', 'control', 'control_group'),
  asDeclared('statements'),
  asDeclared('measures'),
  'identifiers: measure',
  lastFirst('runbooks'),
  others,
  'risk_analysis',
  asDeclared('campaigns'),
  asDeclared('suppliers'),
  asDeclared('risks'),
  asDeclared('analyses'),
  lastFirst('assets'),
  asDeclared('evidence'),
  asDeclared('metrics'),
  asDeclared('indicators'),
  'question',
  'import_report',
  // What everything stands in, and who is there.
  asDeclared('organisation', 'perimeter', 'perimeter_property_value', 'perimeter_property'),
  lastFirst('people'),
  'customer',
  'instance',
  'category',
  'label',
  asDeclared('scales'),
  asDeclared('access'),
  'comment',
  'bulk_edit',
  // Counters, then the head of the audit chain, which every write needs: last, and so for the shortest time.
  'identifiers: *',
  'audit head',
]

/** The names and patterns of all locks, first to last. */
function lockNames(resources: Resources): readonly string[] {
  const named = new Set(lockSteps.flatMap((step) => (typeof step === 'string' ? step : step.first)))
  const areas = new Set(lockSteps.flatMap((step) => (typeof step === 'string' ? [] : step.area)))
  const left = (which: (def: Resource['def']) => boolean) => [...resources.values()].flatMap(({ def }) => (!named.has(def.name) && which(def) ? def.name : []))
  return lockSteps.flatMap((step) => {
    if (step === others) return left(({ area }) => !areas.has(area)).toReversed()
    if (typeof step === 'string') return step
    const own = left(({ area }) => area === step.area)
    return [...step.first, ...(step.reversed ? own.toReversed() : own)]
  })
}

/** Tells where a lock stands in the order: an entity, or what tests see of turns, counters and the audit. Undefined where it has no place; a name beats a pattern. */
export function lockPlaces(resources: Resources): (lock: string) => number | undefined {
  const names = lockNames(resources)
  const exact = new Map(names.map((name, place) => [name, place]))
  const patterns = names.flatMap((name, place) => (name.includes('*') ? { pattern: new RegExp(`^${name.replace('*', '.+')}$`), place } : []))
  return (lock) => exact.get(lock) ?? patterns.find(({ pattern }) => pattern.test(lock))?.place
}
