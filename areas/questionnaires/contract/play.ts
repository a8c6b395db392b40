import { isClosed, type Accumulator, type AccumulatorCondition, type AnswerCondition, type Conditions, type Question, type Structure } from './structure.ts'

/** Keys of options, a number (a level of the scale, too), a text, or a day `YYYY-MM-DD`. */
export type Answer = readonly string[] | number | string
export type Answers = Readonly<Record<string, Answer | undefined>>

/** How a questionnaire stands with some answers. */
export interface Played {
  readonly sections: ReadonlySet<string>
  readonly questions: ReadonlySet<string>
  /** Of the answers that are shown, each within its bounds. */
  readonly accumulators: ReadonlyMap<string, number>
  /** Percent; null where nothing counts. */
  readonly score: number | null
  readonly sectionScores: ReadonlyMap<string, number | null>
  readonly answered: number
  /** Questions that are shown, mandatory and not answered, in their order. */
  readonly missing: readonly string[]
}

type Test = (state: State) => boolean
interface State {
  readonly answers: Answers
  readonly shown: Set<string>
  readonly sums: Float64Array
}
interface PreparedQuestion {
  readonly question: Question
  readonly test: Test | null
  readonly options: ReadonlyMap<string, { readonly value: number | null; readonly effects: readonly (readonly [at: number, delta: number])[] }>
}
interface Prepared {
  readonly sections: readonly { readonly key: string; readonly weight: number; readonly test: Test | null; readonly questions: readonly PreparedQuestion[] }[]
  readonly accumulators: readonly Accumulator[]
}

/** Whether something was said at all. */
export const isAnswered = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && (typeof answer === 'number' ? Number.isFinite(answer) : answer.length > 0)

const bounded = ({ initial, min, max }: Accumulator, sum: number): number => Math.min(max, Math.max(min, initial + sum))

/**
 * Makes a questionnaire ready to be answered. Conditions read what stands before them: earlier answers that are shown themselves, and what these have added
 * up to so far. So one walk in the order of questions decides everything, whatever the order in which answers came.
 */
export function prepare(structure: Structure): (answers: Answers) => Played {
  const places = new Map(structure.accumulators.map(({ key }, n) => [key, n]))
  const types = new Map(structure.sections.flatMap(({ questions }) => questions.map(({ key, type }) => [key, type] as const)))
  const tests = (conditions: Conditions): Test | null => {
    if (conditions.length === 0) return null
    const groups = conditions.map((group) =>
      group.map((one) =>
        one.type === 'ANSWER' ? answerTest(one, isClosed(types.get(one.question) ?? 'TEXT')) : accumulatorTest(one, places, structure.accumulators),
      ),
    )
    return (state) => groups.some((group) => group.every((test) => test(state)))
  }
  const prepared: Prepared = {
    accumulators: structure.accumulators,
    sections: structure.sections.map(({ key, weight, conditions, questions }) => ({
      key,
      weight,
      test: tests(conditions),
      questions: questions.map((question) => ({
        question,
        test: tests(question.conditions),
        options: new Map(
          question.options.map((option) => [
            option.key,
            {
              value: option.value,
              effects: option.effects.flatMap(({ accumulator, delta }) => (places.has(accumulator) ? [[places.get(accumulator) ?? 0, delta] as const] : [])),
            },
          ]),
        ),
      })),
    })),
  }
  return (answers) => walk(prepared, answers)
}

/** The same for once. */
export const play = (structure: Structure, answers: Answers): Played => prepare(structure)(answers)

function answerTest({ question, operator, values }: AnswerCondition, closed: boolean): Test {
  const wanted = new Set(values.map(String))
  const [first] = values
  const holds = (answer: Answer): boolean => {
    if (closed) {
      const chosen = Array.isArray(answer) ? (answer as readonly string[]) : []
      if (operator === 'IN') return chosen.some((one) => wanted.has(one))
      if (operator === 'NOT_IN') return !chosen.some((one) => wanted.has(one))
      return operator === 'EQ' && chosen.length === wanted.size && chosen.every((one) => wanted.has(one))
    }
    if (first === undefined || Array.isArray(answer)) return false
    if (operator === 'IN' || operator === 'NOT_IN') return wanted.has(String(answer)) === (operator === 'IN')
    if (operator === 'EQ') return String(answer) === String(first)
    if (typeof answer === 'number') return operator === 'GT' ? answer > Number(first) : answer < Number(first)
    return operator === 'GT' ? answer > String(first) : answer < String(first)
  }
  // What is not asked, or not answered, holds nothing: neither that it is so nor that it is not.
  return ({ answers, shown }) => {
    const answer = answers[question]
    return shown.has(question) && isAnswered(answer) && holds(answer)
  }
}

function accumulatorTest({ accumulator, operator, value, to }: AccumulatorCondition, places: ReadonlyMap<string, number>, all: readonly Accumulator[]): Test {
  const at = places.get(accumulator)
  const of = at === undefined ? undefined : all[at]
  if (at === undefined || !of) return () => false
  return ({ sums }) => {
    const reached = bounded(of, sums[at] ?? 0)
    if (operator === 'GE') return reached >= value
    if (operator === 'LE') return reached <= value
    return operator === 'EQ' ? reached === value : reached >= value && reached <= (to ?? value)
  }
}

function walk({ sections, accumulators }: Prepared, answers: Answers): Played {
  const state: State = { answers, shown: new Set(), sums: new Float64Array(accumulators.length) }
  const shownSections = new Set<string>()
  const sectionScores = new Map<string, number | null>()
  const missing: string[] = []
  const total = new Mean()
  let answered = 0
  for (const section of sections) {
    if (section.test && !section.test(state)) continue
    shownSections.add(section.key)
    const mean = new Mean()
    for (const { question, test, options } of section.questions) {
      if (test && !test(state)) continue
      state.shown.add(question.key)
      const answer = answers[question.key]
      if (!isAnswered(answer)) {
        if (question.mandatory) missing.push(question.key)
        continue
      }
      answered += 1
      mean.add(question.weight, worthOf(question, answer, options))
      if (Array.isArray(answer))
        for (const one of new Set(answer as readonly string[]))
          for (const [at, delta] of options.get(one)?.effects ?? []) state.sums[at] = (state.sums[at] ?? 0) + delta
    }
    sectionScores.set(section.key, mean.value())
    total.add(section.weight, mean.value())
  }
  return {
    sections: shownSections,
    questions: state.shown,
    accumulators: new Map(accumulators.map((one, n) => [one.key, bounded(one, state.sums[n] ?? 0)])),
    score: total.value(),
    sectionScores,
    answered,
    missing,
  }
}

/** Percent that an answer is worth: of several options their sum, at most everything; null where it counts nowhere. */
function worthOf({ type }: Question, answer: Answer, options: PreparedQuestion['options']): number | null {
  if (type === 'SCALE') return typeof answer === 'number' ? Math.min(100, Math.max(0, answer)) : null
  if (!isClosed(type) || !Array.isArray(answer)) return null
  const values = [...new Set(answer as readonly string[])].flatMap((key) => options.get(key)?.value ?? [])
  return values.length === 0
    ? null
    : Math.min(
        100,
        Math.max(
          0,
          values.reduce((sum, one) => sum + one, 0),
        ),
      )
}

/** A weighted mean of what counts. */
class Mean {
  private sum = 0
  private weights = 0
  add(weight: number, value: number | null): void {
    if (value === null || weight <= 0) return
    this.sum += weight * value
    this.weights += weight
  }
  value(): number | null {
    return this.weights === 0 ? null : this.sum / this.weights
  }
}

/** The level that an accumulator has reached; undefined below the first one. */
export const levelReached = ({ levels }: Accumulator, value: number): Accumulator['levels'][number] | undefined =>
  levels
    .filter(({ from }) => value >= from)
    .reduce<Accumulator['levels'][number] | undefined>((best, one) => (!best || one.from >= best.from ? one : best), undefined)
