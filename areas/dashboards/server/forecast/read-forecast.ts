import { notFound } from '#kit/contract/errors.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { ForecastAnswer, ForecastCause, ForecastFall } from '#areas/dashboards/contract/forecast.ts'
import { addDays, addMonths, type Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import { aimsOf, hiddenAt, Labels, outcomeAt, placeOf, trim, visibleTo, type Day, type ExclusionFact, type ScoreResult } from '#areas/scores/server/index.ts'
import { remedied, type DatedFacts, type Started } from './dated-facts.ts'
import { forecast, type ForeseenCause, type ForeseenStep } from './forecast.ts'
import { loadDated } from './load-dated.ts'
import { readAbout, type About, type NamedTask, type OpenAgain } from './about-causes.ts'
import { missingMeasures } from './missing-measures.ts'
import type { ShownCause } from './shown-cause.ts'

export interface ForecastQuery {
  readonly perimeter?: number | undefined
  readonly policy?: number | undefined
  readonly months: number
  readonly causes?: 'MOST' | 'ALL'
}

/** Falls that are told one by one, and the causes of each, unless all are asked for. */
const [fallsShown, causesShown] = [10, 8]

/** The forecast of the place asked for, with names; throws NOT_FOUND for a place or a policy out of reach. */
export async function readForecastOf(
  tx: Tx,
  resources: Resources,
  current: ScoreResult,
  { perimeter, policy, months, causes: wanted = 'MOST' }: ForecastQuery,
): Promise<ForecastAnswer> {
  const visible = visibleTo(tx.who)
  const place = placeOf(current, visible, { perimeter, scope: 'consolidated' })
  if (policy !== undefined && !current.consolidatedPolicies.has(policy)) throw notFound()
  const topic = policy === undefined ? undefined : { policy_id: policy }
  const most = wanted === 'ALL' ? Infinity : causesShown
  const until = addMonths(current.facts.day, months)
  const dated = await loadDated(tx, resources, until)
  const { steps, today, last, proven } = forecast(current, dated, place, topic, until)
  const started = dated.reminded.size + dated.booked.size + dated.renewals.size > 0
  const helped = started ? forecast(current, remedied(dated, current.facts.day, dated), place, topic, until) : { steps, last }
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
    seen.flatMap(({ causes }) => causes.slice(0, most)),
    openAgain(current, dated.exclusions),
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
    policies: labels.open('policy', current.consolidatedPolicies.keys()).toSorted((a, b) => a.name.localeCompare(b.name)),
    today: today === null ? null : trim(today),
    last: last === null ? null : trim(last),
    helped: helped.last === null ? null : trim(helped.last),
    target: (await aimsOf(tx, current))(place, policy),
    proven: { now: figures && figures.performance > 0 ? figures.proven / figures.performance : null, later: proven },
    under: underOf(today, all),
    points: pointsOf(all),
    helped_points: pointsOf(helped.steps ?? []),
    falls: seen.map(({ step, causes }) => fallOf(step, causes, about, { ...dated, today: current.facts.day, most })),
    others: { days: rest.length, points: trim(rest.reduce((sum, { before, after }) => sum + after - before, 0)) },
    hidden: hiddenAt(current, visible, place),
    evidence: evidenceEnding(dated, until, (measure) => visible(current.measures.get(measure)?.fact.perimeter_id ?? 0)),
  }
}

/** What of evidence proves measures that are seen and ends until a day; the same evidence once, whatever it proves. */
function evidenceEnding({ proofs }: DatedFacts, until: Day, seen: (measure: number) => boolean): ForecastAnswer['evidence'] {
  const ends = proofs.filter((proof) => proof.kind === 'EVIDENCE' && proof.until <= until && seen(proof.measure_id))
  return { count: new Set(ends.map(({ source_id }) => source_id)).size, first: ends.map((proof) => proof.until).toSorted()[0] ?? null }
}

/** What is to plan where requirements count again, by what leaves them out until then. */
function openAgain(current: ScoreResult, exclusions: readonly ExclusionFact[]): OpenAgain {
  const byId = new Map(exclusions.map((row) => [row.id, row]))
  return (id, perimeter) => missingMeasures(current, perimeter, byId.get(id)?.lineage_id ?? 0)
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
): ShownCause[] {
  const exempted = new Set(exclusions.filter(({ kind }) => kind === 'EXEMPTION').map(({ id }) => id))
  const described = causes.map(({ kind, ...cause }): ShownCause => {
    if (cause.perimeter_id !== null && !visible(cause.perimeter_id)) return { ...cause, kind: 'HIDDEN', source_id: null, measure_id: null, perimeter_id: null }
    return { ...cause, kind: kind !== 'EXCLUSION' ? kind : exempted.has(cause.source_id ?? 0) ? 'EXEMPTION' : 'SCOPE' }
  })
  const hidden = described.filter(({ kind }) => kind === 'HIDDEN')
  const [first] = hidden
  const rest = described.filter(({ kind }) => kind !== 'HIDDEN')
  return (first ? [...rest, { ...first, points: hidden.reduce((sum, { points }) => sum + points, 0) }] : rest).toSorted((a, b) => a.points - b.points)
}

function fallOf(
  { day, before, after }: ForeseenStep,
  causes: readonly ShownCause[],
  about: About,
  { most, ...started }: StartedTasks & { readonly most: number },
): ForecastFall {
  const named = sameExemption(causes.map((cause) => nameCause(cause, about, { ...started, day })))
  return {
    day,
    before: trim(before),
    after: trim(after),
    points: trim(after - before),
    causes: named.slice(0, most),
    more: Math.max(0, named.length - most),
  }
}

/** One exemption leaves out several requirements, each by a row of its own. */
function sameExemption(causes: readonly ForecastCause[]): ForecastCause[] {
  const byKey = new Map<string, ForecastCause>()
  for (const [at, cause] of causes.entries()) {
    const key = cause.exemption ? `${cause.exemption.id} ${cause.perimeter?.id}` : String(-1 - at)
    const known = byKey.get(key)
    byKey.set(
      key,
      known
        ? {
            ...known,
            points: known.points + cause.points,
            requirements: known.requirements + cause.requirements,
            missing: [...new Map([...known.missing, ...cause.missing].map((model) => [model.id, model])).values()],
            planned: [...new Set([...known.planned, ...cause.planned])],
          }
        : cause,
    )
  }
  return [...byKey.values()].toSorted((a, b) => a.points - b.points)
}

interface StartedTasks extends Pick<Started, 'reminded' | 'booked'> {
  readonly today: Day
  readonly ours: ReadonlySet<number>
}

/** What comes round so rarely that its day is booked, with the days that it may take; and how long before it is due that is proposed. */
const rarely: Partial<Record<Periodicity, number>> = { SEMESTERLY: 184, YEARLY: 366 }
const proposedBefore = 14

/** The day that is booked for a task before it falls due, or the one that is proposed. */
function bookingOf({ id, periodicity }: Pick<NamedTask, 'id' | 'periodicity'>, { booked, day, today }: StartedTasks & { readonly day: Day }) {
  const on = booked.get(id)
  const within = on !== undefined && on < day && on >= addDays(day, -(rarely[periodicity] ?? 0))
  const [proposed, tomorrow] = [addDays(day, -1 - proposedBefore), addDays(today, 1)]
  return { booked: within ? on : null, proposed: proposed > tomorrow ? proposed : tomorrow }
}

function nameCause(
  { kind, source_id, measure_id, perimeter_id, requirements, points }: ShownCause,
  about: About,
  at: StartedTasks & { readonly day: Day },
): ForecastCause {
  const { labels } = about
  const task = kind === 'UNANSWERED' || kind === 'LEFT' ? about.tasks.get(source_id ?? 0) : undefined
  const exemption = kind === 'EXEMPTION' ? about.exemptions.get(source_id ?? 0) : undefined
  const none = {
    exemption: null,
    owner: null,
    remedy: null,
    started: false,
    undoable: false,
    renewal: null,
    ends: null,
    days: null,
    booked: null,
    proposed: null,
    missing: [],
    planned: [],
  }
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
    if (task.ended || task.owner === null) return { ...base, task: label, owner: task.owner, remedy: task.ended ? 'EXTEND' : 'ASSIGN' }
    const named = { ...base, task: label, owner: task.owner }
    if (rarely[task.periodicity] === undefined || at.reminded.has(task.id))
      return { ...named, remedy: 'REMIND', started: at.reminded.has(task.id), undoable: at.ours.has(task.id) }
    const booking = bookingOf(task, at)
    return { ...named, ...booking, remedy: 'BOOK', started: booking.booked !== null, undoable: booking.booked !== null && at.ours.has(task.id) }
  }
  if (exemption) {
    const { id, name, identifier, owner, renewal, ends, days, open } = exemption
    if (!open) return base
    const { missing, planned } = about.openAgain(exemption.exclusion, perimeter_id ?? 0)
    return {
      ...base,
      exemption: { id, name, identifier },
      owner,
      remedy: 'RENEW',
      started: renewal !== null,
      undoable: renewal !== null,
      renewal,
      ends,
      days,
      missing: missing.flatMap((model) => labels.get('solution', model) ?? []),
      planned: [...planned],
    }
  }
  return base
}
