import { notFound } from '#kit/contract/errors.ts'
import type { Resources } from '#kit/server/data/resource.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { ForecastAnswer, ForecastCause, ForecastFall } from '#areas/dashboards/contract/forecast.ts'
import { addMonths } from '#areas/runbooks/contract/recurrence.ts'
import { aimOf, hiddenAt, Labels, organisationTarget, outcomeAt, placeOf, trim, visibleTo, type ScoreResult } from '#areas/scores/server/index.ts'
import { remedied } from './dated-facts.ts'
import { forecast, type ForeseenCause, type ForeseenStep } from './forecast.ts'
import { loadDated } from './load-dated.ts'
import { readAbout, type About } from './about-causes.ts'
import type { ToldCause } from './told-cause.ts'

export interface ForecastQuery {
  readonly perimeter?: number | undefined
  readonly policy?: number | undefined
  readonly months: number
}

/** Falls that are told one by one, and the causes of each. */
const [fallsShown, causesShown] = [10, 8]

/** The forecast of the place asked for, with names; throws NOT_FOUND for a place or a policy out of reach. */
export async function readForecastOf(
  tx: Tx,
  resources: Resources,
  current: ScoreResult,
  { perimeter, policy, months }: ForecastQuery,
): Promise<ForecastAnswer> {
  const visible = visibleTo(tx.who)
  const place = placeOf(current, visible, { perimeter, scope: 'consolidated' })
  if (policy !== undefined && !current.consolidatedPolicies.has(policy)) throw notFound()
  const topic = policy === undefined ? undefined : { policy_id: policy }
  const until = addMonths(current.facts.day, months)
  const dated = await loadDated(tx, resources, until)
  const { steps, today, last, proven } = forecast(current, dated, place, topic, until)
  const started = dated.reminded.size > 0 || dated.renewals.size > 0
  const helped = started ? forecast(current, remedied(dated, current.facts.day, dated.reminded, dated.renewals), place, topic, until) : { steps, last }
  const all = steps ?? []
  const shown = all
    .filter(({ before, after }) => after < before)
    .toSorted((a, b) => a.after - a.before - (b.after - b.before) || a.day.localeCompare(b.day))
    .slice(0, fallsShown)
    .toSorted((a, b) => a.day.localeCompare(b.day))
  const seen = shown.map((step) => ({ step, causes: merged(step.causes, dated.exclusions, visible) }))
  const about = await readAbout(
    tx,
    resources,
    seen.flatMap(({ causes }) => causes.slice(0, causesShown)),
  )
  const perimeterId = place.kind === 'CONSOLIDATED' ? place.perimeter_id : 0
  const labels = new Labels()
  labels.want('perimeter', perimeterId)
  for (const id of current.consolidatedPolicies.keys()) labels.want('policy', id)
  await labels.load(tx)
  const figures = outcomeAt(current, place, topic).eased
  const rest = all.filter((step) => !shown.includes(step))
  return {
    day: current.facts.day,
    until,
    perimeter: labels.get('perimeter', perimeterId) ?? { id: perimeterId, name: '', identifier: null },
    policies: [...current.consolidatedPolicies.keys()].flatMap((id) => labels.get('policy', id) ?? []).toSorted((a, b) => a.name.localeCompare(b.name)),
    today: today === null ? null : trim(today),
    last: last === null ? null : trim(last),
    helped: helped.last === null ? null : trim(helped.last),
    target: aimOf(current, place, policy, await organisationTarget(tx)),
    proven: { now: figures && figures.performance > 0 ? figures.proven / figures.performance : null, then: proven },
    under: underOf(today, all),
    points: pointsOf(all),
    helped_points: pointsOf(helped.steps ?? []),
    falls: seen.map(({ step, causes }) => fallOf(step, causes, about, dated)),
    others: { days: rest.length, points: trim(rest.reduce((sum, { before, after }) => sum + after - before, 0)) },
    hidden: hiddenAt(current, visible, place),
  }
}

const pointsOf = (steps: readonly ForeseenStep[]) => steps.map(({ day, after }) => ({ day, score: trim(after) }))

/** The next multiple of ten below today's score that it goes under; 50 where that is between. */
function underOf(today: number | null, steps: readonly ForeseenStep[]): ForecastAnswer['under'] {
  if (today === null) return null
  const score = Math.ceil(today / 10) * 10 - 10
  for (const mark of [score, score - 10]) {
    const lower = steps.find(({ after }) => after < mark)
    if (mark > 0 && lower && (mark === 50 || mark === score)) return { score: mark, day: lower.day }
  }
  return null
}

function merged(
  causes: readonly ForeseenCause[],
  exclusions: readonly { readonly id: number; readonly kind: string }[],
  visible: (id: number) => boolean,
): ToldCause[] {
  const exempted = new Set(exclusions.filter(({ kind }) => kind === 'EXEMPTION').map(({ id }) => id))
  const told = causes.map(({ kind, ...cause }): ToldCause => {
    if (cause.perimeter_id !== null && !visible(cause.perimeter_id)) return { ...cause, kind: 'HIDDEN', source_id: null, measure_id: null, perimeter_id: null }
    return { ...cause, kind: kind !== 'EXCLUSION' ? kind : exempted.has(cause.source_id ?? 0) ? 'EXEMPTION' : 'SCOPE' }
  })
  const hidden = told.filter(({ kind }) => kind === 'HIDDEN')
  const [first] = hidden
  const rest = told.filter(({ kind }) => kind !== 'HIDDEN')
  return (first ? [...rest, { ...first, points: hidden.reduce((sum, { points }) => sum + points, 0) }] : rest).toSorted((a, b) => a.points - b.points)
}

function fallOf(
  { day, before, after }: ForeseenStep,
  causes: readonly ToldCause[],
  about: About,
  { reminded }: { readonly reminded: ReadonlySet<number> },
): ForecastFall {
  const named = sameExemption(causes.map((cause) => nameCause(cause, about, reminded)))
  return {
    day,
    before: trim(before),
    after: trim(after),
    points: trim(after - before),
    causes: named.slice(0, causesShown),
    more: Math.max(0, named.length - causesShown),
  }
}

/** One exemption leaves out several requirements, each by a row of its own. */
function sameExemption(causes: readonly ForecastCause[]): ForecastCause[] {
  const byKey = new Map<string, ForecastCause>()
  for (const [at, cause] of causes.entries()) {
    const key = cause.exemption ? `${cause.exemption.id} ${cause.perimeter?.id}` : String(-1 - at)
    const known = byKey.get(key)
    byKey.set(key, known ? { ...known, points: known.points + cause.points, requirements: known.requirements + cause.requirements } : cause)
  }
  return [...byKey.values()].toSorted((a, b) => a.points - b.points)
}

function nameCause({ kind, source_id, measure_id, perimeter_id, requirements, points }: ToldCause, about: About, reminded: ReadonlySet<number>): ForecastCause {
  const { labels } = about
  const task = kind === 'UNANSWERED' || kind === 'LEFT' ? about.tasks.get(source_id ?? 0) : undefined
  const exemption = kind === 'EXEMPTION' ? about.exemptions.get(source_id ?? 0) : undefined
  const none = { exemption: null, owner: null, remedy: null, started: false, renewal: null, ends: null, days: null }
  const base = {
    ...none,
    kind,
    points: trim(points),
    requirements,
    task: null,
    measure: labels.get('measure', measure_id),
    perimeter: labels.get('perimeter', perimeter_id),
  }
  if (task) {
    const label = { id: task.id, name: task.name, identifier: task.identifier }
    if (!task.open) return { ...base, task: { ...label, identifier: null } }
    const remedy = task.ended ? 'EXTEND' : task.owner === null ? 'ASSIGN' : 'REMIND'
    return { ...base, task: label, owner: task.owner, remedy, started: remedy === 'REMIND' && reminded.has(task.id) }
  }
  if (exemption) {
    const { id, name, identifier, owner, renewal, ends, days, open } = exemption
    if (!open) return base
    return { ...base, exemption: { id, name, identifier }, owner, remedy: 'RENEW', started: renewal !== null, renewal, ends, days }
  }
  return base
}
