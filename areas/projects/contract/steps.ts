/** The steps of every project in their order, the same for every organisation, which may call them otherwise (PRJ-06); the number of a step is its place from 1 on. */
export const devSteps = ['IDENTIFICATION', 'CLASSIFICATION', 'DESIGN', 'BUILD', 'TEST', 'DECISION', 'PRODUCTION', 'CLOSE'] as const
export type DevStep = (typeof devSteps)[number]

/** A step as it is told with a project (PRJ-03). */
export interface NamedStep {
  readonly id: number
  readonly order: number
  readonly identifier: DevStep
  readonly name_en: string
  readonly name_fr: string
  /** When the step before was left. */
  readonly previous_date: string | null
  /** When it was left. */
  readonly end_date: string | null
}

/** How the steps are called where an organisation says nothing else. */
export const stepNames: Readonly<Record<DevStep, readonly [en: string, fr: string]>> = {
  IDENTIFICATION: ['Identification', 'Identification'],
  CLASSIFICATION: ['Classification', 'Classification'],
  DESIGN: ['Design', 'Conception'],
  BUILD: ['Build', 'Réalisation'],
  TEST: ['Security testing', 'Recette de sécurité'],
  DECISION: ['Security decision', 'Décision de sécurité'],
  PRODUCTION: ['Production', 'Mise en production'],
  CLOSE: ['Closing', 'Clôture'],
}

export const orderOf = (step: DevStep): number => devSteps.indexOf(step) + 1
export const stepOf = (order: number): DevStep | undefined => devSteps[order - 1]

/** Where it stands when a step was left; the last one is never left. */
export const leftFields = ['left_identification', 'left_classification', 'left_design', 'left_build', 'left_test', 'left_decision', 'left_production'] as const
type LeftField = (typeof leftFields)[number]

type Dates = Readonly<Partial<Record<LeftField, string | null>>>

/** When the step before was left: no change of step lies before that day (PRJ-17). */
export const previousDate = (dates: Dates, step: DevStep): string | null => {
  const field = leftFields[orderOf(step) - 2]
  return field === undefined ? null : (dates[field] ?? null)
}

/**
 * The days of a project that goes from one step to another on a day: the step that is left has it as its end; going back, the steps from the one that is
 * come to on have none any more (PRJ-21). A project that is closed early leaves the steps between without a day.
 */
export function movedDates(from: DevStep, to: DevStep, day: string): Partial<Record<LeftField, string | null>> {
  const [at, next] = [orderOf(from) - 1, orderOf(to) - 1]
  if (next > at) return { [leftFields[at] as LeftField]: day }
  return Object.fromEntries(leftFields.slice(next, at + 1).map((field) => [field, null]))
}

/** Whether the step can be reached from where a project is: one on or one back, or its end (PRJ-21). */
export const isNeighbour = (from: DevStep, to: DevStep): boolean => Math.abs(orderOf(from) - orderOf(to)) === 1

/** What the button of a change of step says (PRJ-09). */
export const moveWord = (from: DevStep, to: DevStep): 'close' | 'next' | 'previous' =>
  to === 'CLOSE' ? 'close' : orderOf(to) > orderOf(from) ? 'next' : 'previous'

/** Whether a change that was asked for is still the same where the project stands elsewhere by now: an end is one from anywhere. */
export const isStillMeant = (asked: DevStep, now: DevStep, to: DevStep): boolean =>
  now === asked || (to === 'CLOSE' ? now !== to : isNeighbour(now, to) && moveWord(now, to) === moveWord(asked, to))
