import type { Fault } from '#areas/questionnaires/contract/faults.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import type { readStructure } from '#areas/questionnaires/contract/calls.ts'
import type { questionnaire } from '#areas/questionnaires/contract/questionnaire.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { Changed } from './edit.ts'

export type Content = AnswerOf<typeof readStructure>['object']
export type Questionnaire = RowOf<typeof questionnaire>

/** What every editor of a piece is given. */
export interface EditorProps {
  /** The key of the piece. */
  readonly id: string
  readonly structure: Structure
  /** Those of this piece. */
  readonly faults: readonly Fault[]
  readonly editable: boolean
  readonly change: (change: (before: Structure) => Structure) => void
  /** Changes and opens what came of it. */
  readonly apply: (make: (before: Structure) => Changed) => void
}

/** What is wrong with a field, or undefined; `field` is the end of the path, such as `text` or `options.2.label`. */
export const faultAt = (faults: readonly Fault[], field: string, say: (fault: Fault) => string): string | undefined => {
  const found = faults.find(({ path }) => path.endsWith(`.${field}`))
  return found && say(found)
}
