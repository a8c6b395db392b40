import { MOVEMENT_UNIT } from '#areas/scores/contract/score.ts'
import {
  measureWeights,
  measureValue,
  outcomeAt,
  recomputeScores,
  whatMoved,
  type ControlFact,
  type Day,
  type Place,
  type ScoreResult,
  type Topic,
} from '#areas/scores/server/index.ts'
import { dayAfter, factsOver, type DatedFacts, type DatedTask } from './dated-facts.ts'

/** Why a score changes on a day by itself, with the points that it takes (negative) or gives. */
export interface ForeseenCause {
  /** A recurring task: a time round fell due unanswered, or an answer became more than a year old. Else requirements count again, or no more. */
  readonly kind: 'UNANSWERED' | 'LEFT' | 'EXCLUSION' | 'SCOPE'
  /** The recurring task, or the exclusion; null where several facts meet. */
  readonly source_id: number | null
  readonly measure_id: number | null
  readonly perimeter_id: number | null
  /** Requirements that count again, of an exclusion. */
  readonly requirements: number
  readonly points: number
}

/** A day on which a score changes if nobody acts. */
export interface ForeseenStep {
  readonly day: Day
  readonly before: number
  readonly after: number
  readonly causes: readonly ForeseenCause[]
}

export interface Forecast {
  /** Null where nothing counts today, or some day of them. */
  readonly steps: readonly ForeseenStep[] | null
  readonly today: number | null
  readonly last: number | null
  /** The part of performance that would be proven at the end, 0–1; null without performance. */
  readonly proven: number | null
}

/**
 * What a score becomes until a day if nobody acts. Looked at are only the days on which a fact changes by itself. Where nothing but control data does, the score is
 * the sum of its measures' performance times their worth (`measureWeights`), so that each such day costs what changes on it; where requirements begin or cease to count the
 * scores are computed with the facts of that day, and once more at the end.
 */
export function forecast(current: ScoreResult, dated: DatedFacts, place: Place, topic: Topic | undefined, until: Day): Forecast {
  const subject = { place, ...(topic && { topic }), view: { figure: 'PERFORMANCE', exemptions: true } } as const
  const valueOf = (result: ScoreResult): number | null => outcomeAt(result, place, topic).eased?.performance ?? null
  const today = valueOf(current)
  const factsAt = factsOver(current.facts, dated)
  const end = recomputeScores(current, factsAt(until))
  const figures = outcomeAt(end, place, topic).eased
  const ends = { today, last: figures?.performance ?? null, proven: figures && figures.performance > 0 ? figures.proven / figures.performance : null }
  if (today === null) return { steps: null, ...ends }

  const begin = current.facts.day
  const scope = scopeDays(dated, begin, until)
  const { states, changes } = taskDays(dated, begin, until)
  const tasks = new MeasuresOverTime(current, states)
  const steps: ForeseenStep[] = []
  let era = current
  let worth = measureWeights(era, place, topic)
  let score = today
  for (const day of [...new Set([...scope, ...changes.keys()])].toSorted()) {
    const causes: ForeseenCause[] = []
    const before = score
    for (const { task, kind, measure_id, perimeter_id, points } of tasks.move(changes.get(day) ?? [], worth)) {
      score += points
      if (points !== 0) causes.push({ kind, source_id: task.source_id, measure_id, perimeter_id, requirements: 0, points })
    }
    if (scope.has(day)) {
      const facts = factsAt(day)
      const was = recomputeScores(era, { ...facts, day: era.facts.day, exclusions: era.facts.exclusions })
      // What was answered or not is the same array by now, and costs nothing again.
      era = recomputeScores(was, facts)
      const next = valueOf(era)
      if (next === null) return { steps: null, ...ends }
      causes.push(...scopeCauses(was, era, subject, next - score))
      score = next
      worth = measureWeights(era, place, topic)
    }
    const significant = causes.filter(({ points }) => Math.abs(points) >= least)
    if (significant.length > 0) steps.push({ day, before, after: score, causes: significant.toSorted((a, b) => a.points - b.points) })
  }
  return { steps, ...ends }
}

/** Less is what sums of floating-point numbers leave behind. */
const least = 1e-9

const within = (day: Day, begin: Day, until: Day) => day > begin && day <= until

function scopeDays({ exclusions }: DatedFacts, begin: Day, until: Day): ReadonlySet<Day> {
  const days = exclusions.flatMap(({ from, to }) => [from, ...(to === null ? [] : [dayAfter(to)])])
  return new Set(days.filter((day) => within(day, begin, until)))
}

/** What a recurring task says, from day to day. */
interface TaskState {
  readonly task: DatedTask
  counted: number
  conform: number
}

/** What a day adds to a task, or takes away. */
interface TaskChange {
  readonly state: TaskState
  counted: number
  conform: number
  /** A time round fell due unanswered. */
  due: boolean
}

function taskDays({ tasks }: DatedFacts, begin: Day, until: Day): { states: readonly TaskState[]; changes: ReadonlyMap<Day, readonly TaskChange[]> } {
  const changes = new Map<Day, TaskChange[]>()
  const states = tasks.map((task) => {
    const state: TaskState = { task, counted: 0, conform: 0 }
    const own = new Map<Day, TaskChange>()
    const add = (day: Day, count: number, conform: boolean, due: boolean) => {
      if (day > until) return
      let change: TaskState | TaskChange = state
      if (day > begin) {
        const known = own.get(day) ?? { state, counted: 0, conform: 0, due: false }
        own.set(day, known)
        if (due) known.due = true
        change = known
      }
      change.counted += count
      if (conform) change.conform += count
    }
    for (const { from, until: gone, conform, count } of task.rounds) {
      add(from, count, conform, !conform)
      add(gone, -count, conform, false)
    }
    for (const [day, change] of own) {
      const known = changes.get(day)
      if (known) known.push(change)
      else changes.set(day, [change])
    }
    return state
  })
  return { states, changes }
}

interface Moved {
  readonly task: DatedTask
  readonly kind: 'UNANSWERED' | 'LEFT'
  readonly measure_id: number
  readonly perimeter_id: number
  readonly points: number
}

/** The performance of measures from day to day, by the rules of the scores. */
class MeasuresOverTime {
  #current: ScoreResult
  #tasks: ReadonlyMap<number, readonly TaskState[]>
  #performance = new Map<number, number>()
  #others = new Map<number, readonly ControlFact[]>()

  constructor(current: ScoreResult, states: readonly TaskState[]) {
    this.#current = current
    this.#tasks = Map.groupBy(states, ({ task }) => task.measure_id)
  }

  /** What the tasks of a day move; those of one measure share what they move together by how far each of them went. */
  *move(changes: readonly TaskChange[], worth: ReadonlyMap<number, number>): Generator<Moved> {
    for (const [measure, some] of Map.groupBy(changes, ({ state }) => state.task.measure_id)) {
      const went = some.map((change) => {
        const before = ratioOf(change.state)
        change.state.counted += change.counted
        change.state.conform += change.conform
        return Math.abs(ratioOf(change.state) - before)
      })
      const value = this.#current.measures.get(measure)
      if (!value) continue
      const before = this.#performance.get(measure) ?? value.performance
      const controls = [...this.#otherSources(measure), ...(this.#tasks.get(measure) ?? []).flatMap(controlOf)]
      const after = measureValue(value.fact, value.deductions, controls).performance
      this.#performance.set(measure, after)
      const points = (worth.get(measure) ?? 0) * (after - before)
      const all = went.reduce((sum, far) => sum + far, 0)
      for (const [at, { state, due }] of some.entries()) {
        const part = all === 0 ? 1 / some.length : (went[at] ?? 0) / all
        yield { task: state.task, kind: due ? 'UNANSWERED' : 'LEFT', measure_id: measure, perimeter_id: value.fact.perimeter_id, points: points * part }
      }
    }
  }

  #otherSources(measure: number): readonly ControlFact[] {
    const known = this.#others.get(measure)
    if (known) return known
    const dated = new Set((this.#tasks.get(measure) ?? []).map(({ task }) => task.source_id))
    const rows = (this.#current.index.controls.get(measure) ?? []).filter(({ kind, source_id }) => kind !== 'TASK' || !dated.has(source_id))
    this.#others.set(measure, rows)
    return rows
  }
}

/** A task without data takes nothing off. */
const ratioOf = ({ counted, conform }: TaskState): number => (counted > 0 ? conform / counted : 1)

const controlOf = ({ task, counted, conform }: TaskState): ControlFact[] =>
  counted === 0
    ? []
    : [{ measure_id: task.measure_id, source_id: task.source_id, kind: 'TASK', numerator: conform, denominator: counted, late: 0, stale: false, proven: true }]

/** What requirements that begin or cease to count move, by what says so; the parts add up to `difference`. */
function scopeCauses(before: ScoreResult, after: ScoreResult, subject: Parameters<typeof whatMoved>[2], difference: number): ForeseenCause[] {
  const { causes } = whatMoved(before, after, subject)
  const parts = Map.groupBy(
    causes,
    ({ code, source_id, perimeter_id }) => `${code === 'EXEMPTION' || code === 'NOT_APPLICABLE' ? source_id : ''}|${perimeter_id}`,
  )
  const foreseen = [...parts.values()].map((some): ForeseenCause => {
    const [first] = some
    const excluded = first?.code === 'EXEMPTION' || first?.code === 'NOT_APPLICABLE'
    return {
      kind: excluded ? 'EXCLUSION' : 'SCOPE',
      source_id: excluded ? (first?.source_id ?? null) : null,
      measure_id: null,
      perimeter_id: first?.perimeter_id ?? null,
      requirements: new Set(some.map(({ lineage_id }) => lineage_id)).size,
      points: some.reduce((sum, { amount }) => sum + amount, 0) / MOVEMENT_UNIT,
    }
  })
  const [first] = foreseen
  const rest = difference - foreseen.reduce((sum, { points }) => sum + points, 0)
  if (first) return [{ ...first, points: first.points + rest }, ...foreseen.slice(1)]
  return Math.abs(rest) < least ? [] : [{ kind: 'SCOPE', source_id: null, measure_id: null, perimeter_id: null, requirements: 0, points: rest }]
}
