import { defineRights, globalPilots, type FeatureRights } from '#kit/contract/right.ts'

export const programsRights = defineRights({
  'api_key.read': globalPilots,
  /** To make keys, give them new secrets, take them over and revoke them. */
  'api_key.write': globalPilots,
})

export const programsFeatures: FeatureRights = { INTEGRATION: ['api_key.write'] }
