import { defineRights, pilots, readers } from '#kit/contract/right.ts'

/** Local pilots decide in their own perimeters; auditors read (SEC-18). */
export const measureRights = defineRights({
  'measure.read': readers,
  'measure.write': pilots,
})
