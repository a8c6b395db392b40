import type { Fault } from '#areas/questionnaires/contract/faults.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import type { Changed } from './edit.ts'

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
