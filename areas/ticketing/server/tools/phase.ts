import type { StatePhase } from './tool.ts'

const words: readonly (readonly [StatePhase, RegExp])[] = [
  ['waiting', /wait|pending|hold|block|attente|suspen|bloqu/i],
  ['resolved', /resol|résol/i],
  ['closed', /clos|done|cancel|won.?t|clôt|ferm|termin|annul|complet/i],
  ['working', /progress|doing|review|work|cours/i],
]

/** What the name of a state says of where it stands; open where it says nothing. */
export const phaseNamed = (name: string): StatePhase => words.find(([, pattern]) => pattern.test(name))?.[0] ?? 'open'

/** Whether an outcome says that nothing was done. */
export const isNoResult = (name: string): boolean => /won.?t|cancel|declin|reject|abandon|duplicate|annul|refus|ne sera pas|not solved/i.test(name)
