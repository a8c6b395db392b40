import { defineRights, globalPilots, type FeatureRights } from '#kit/contract/right.ts'

export const scimRights = defineRights({
  'scim_connection.read': globalPilots,
  /** To make connections, give them new tokens, say what groups give, take them over and revoke them. */
  'scim_connection.write': globalPilots,
})

export const scimFeatures: FeatureRights = { INTEGRATION: ['scim_connection.write'] }
