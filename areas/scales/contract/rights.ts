import { defineRights, everyRole, globalPilots, type FeatureRights } from '#kit/contract/right.ts'

/** What is judged is read by its levels everywhere; administering them is the global pilots' (SEC-18). */
export const scaleRights = defineRights({
  'scale.read': everyRole,
  'scale.write': globalPilots,
})

export const scaleFeatures: FeatureRights = { SETTINGS: ['scale.write'] }
