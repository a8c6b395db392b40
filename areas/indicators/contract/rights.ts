import { defineRights, pilots, readers } from '#kit/contract/right.ts'

/** Pilots say what is computed, auditors read (SEC-18). */
export const indicatorsRights = defineRights({
  'indicator.read': readers,
  'indicator.write': pilots,
  /** Of no organisation: what the product brings is the provider's to look at (ADM-16). */
  'internal_indicator.read': [],
})
