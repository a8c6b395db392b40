/** What may come of a request. */
interface Outcome {
  /** It holds for what was submitted: not for an object that is another by now. */
  readonly approves?: true
  /** It is not said without a reason. */
  readonly reasoned?: true
}

/** Something that one asks and another decides about an object: granting an exemption, accepting a risk, adopting a version. */
export interface Question<O extends string = string> {
  /** Its name in the history: `<name>_asked`, `<name>_decided`. */
  readonly name: string
  readonly outcomes: Readonly<Record<O, Outcome>>
  /** How many days a request can be decided, the day when it is made not counted; absent: for good. */
  readonly openDays?: number
  /** Whoever asks may decide as well; by default somebody else must. */
  readonly bySelf?: true
  /** What refuses it is written to whoever asked by a mail of its own (`Told.letter`). */
  readonly letter?: true
  /** Where nobody else could, whoever asks may approve it, having said that they do so alone: that is kept with the decision. */
  readonly alone?: true
}

/** How requests end without anybody's having decided: another took their place, or who asked took them back. */
export const unanswered = ['REPLACED', 'WITHDRAWN'] as const

/** Declares a question beside its entity; throws when an outcome has a name that the kit gives. */
export function defineQuestion<const O extends string>(question: Question<O>): Question<O> {
  const taken = Object.keys(question.outcomes).filter((outcome) => ['OPEN', 'EXPIRED', ...unanswered].includes(outcome))
  if (taken.length > 0) throw new Error(`${question.name}: ${taken.join(', ')} says something else`)
  return question
}
