import type { ControlFact, Day, ExclusionFact, ScoreFacts } from '#areas/scores/server/index.ts'

/** Times round of a recurring task that count from a day on, until they are more than a year ago. */
export interface Round {
  readonly from: Day
  /** The first day on which they count no more. */
  readonly until: Day
  readonly conform: boolean
  readonly count: number
}

/** A recurring task of a measure, with every time round that counts now or will if nobody answers. */
export interface DatedTask {
  readonly measure_id: number
  readonly source_id: number
  readonly rounds: readonly Round[]
}

/** What of the facts changes by itself on days that are known already. */
export interface DatedFacts {
  readonly tasks: readonly DatedTask[]
  /** Those in force and those to come. */
  readonly exclusions: readonly ExclusionFact[]
  /** Until when other sources prove their measure: the first day on which they do no more. */
  readonly proofs: readonly (Pick<ControlFact, 'measure_id' | 'kind' | 'source_id'> & { readonly until: Day })[]
}

/** What a task says on a day; nothing while none of its times round counts. */
export function taskOn({ measure_id, source_id, rounds }: DatedTask, day: Day): ControlFact | undefined {
  let [numerator, denominator] = [0, 0]
  for (const { from, until, conform, count } of rounds) {
    if (from > day || until <= day) continue
    denominator += count
    if (conform) numerator += count
  }
  if (denominator === 0) return undefined
  return { measure_id, source_id, kind: 'TASK', numerator, denominator, late: 0, stale: false, proven: true }
}

/** The facts as they would be at the end of each day that is asked for, had nobody done anything until then; on the day of the facts themselves what scores read of them is the same. */
export function factsOver(facts: ScoreFacts, { tasks, exclusions, proofs }: DatedFacts): (day: Day) => ScoreFacts {
  const dated = new Set(tasks.map(({ measure_id, source_id }) => `${measure_id} ${source_id}`))
  const keyOf = ({ measure_id, kind, source_id }: Pick<ControlFact, 'measure_id' | 'kind' | 'source_id'>) => `${measure_id} ${kind} ${source_id}`
  const ends = new Map<string, Day>()
  for (const proof of proofs) {
    const [key, known] = [keyOf(proof), ends.get(keyOf(proof))]
    if (known === undefined || proof.until < known) ends.set(key, proof.until)
  }
  // What does not depend on the day is found once.
  const others = facts.controls.flatMap((row) =>
    row.kind === 'TASK' && dated.has(`${row.measure_id} ${row.source_id}`) ? [] : [{ row, until: ends.get(keyOf(row)) }],
  )
  const on = (day: Day) =>
    others.flatMap(({ row, until }) => (until === undefined || until > day ? [row] : row.kind === 'EVIDENCE' ? [] : [{ ...row, proven: false }]))
  return (day) => ({
    ...facts,
    day,
    controls: [...on(day), ...tasks.flatMap((task) => taskOn(task, day) ?? [])],
    exclusions: exclusions.filter(({ from, to }) => from <= day && (to === null || to >= day)),
  })
}

/** The same of one day. */
export const factsOn = (facts: ScoreFacts, dated: DatedFacts, day: Day): ScoreFacts => factsOver(facts, dated)(day)

/** The day after. */
export const dayAfter = (day: Day): Day => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** What was started: tasks answered each time or at the next time after a day, exemptions that go on until a day. */
export interface Started {
  readonly reminded: ReadonlySet<number>
  readonly booked: ReadonlyMap<number, Day>
  readonly renewals: ReadonlyMap<number, Day>
}

/** The same, had the remedies that were started done their part: what is answered from now on is, and what is asked to go on does. */
export function remedied({ tasks, exclusions, proofs }: DatedFacts, after: Day, { reminded, booked, renewals }: Started): DatedFacts {
  const answered = (task: DatedTask): DatedTask => {
    const on = booked.get(task.source_id)
    const next = on && task.rounds.reduce<Day | undefined>((first, { from }) => (from > on && (first === undefined || from < first) ? from : first), undefined)
    const done = ({ from }: Round) => (reminded.has(task.source_id) ? from > after : from === next)
    return { ...task, rounds: task.rounds.map((round) => (done(round) ? { ...round, conform: true } : round)) }
  }
  return {
    tasks: tasks.map((task) => (reminded.has(task.source_id) || booked.has(task.source_id) ? answered(task) : task)),
    exclusions: exclusions.map((row) => {
      const to = renewals.get(row.id)
      return to === undefined ? row : { ...row, to }
    }),
    proofs,
  }
}
