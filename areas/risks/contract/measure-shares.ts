import { integer, ref, rows } from '#kit/contract/field.ts'

/** How much of its worth a linked measure brings to this risk, in percent, where that is not all of it: one line at most for each measure that is linked. */
export const measureShares = rows(
  { measure: ref('measure', { need: 'required' }), share: integer({ min: 1, max: 100, need: 'required', unit: 'percent' }) },
  { max: 100 },
)
