import { defineRights, globalPilots, type FeatureRights } from '#kit/contract/right.ts'

export const programsRights = defineRights({
  'api_key.read': globalPilots,
  /** To make keys, give them new secrets, take them over and revoke them. */
  'api_key.write': globalPilots,
  'webhook.read': globalPilots,
  /** To have addresses told of what happens, and to send, replay and give up messages. */
  'webhook.write': globalPilots,
})

export const programsFeatures: FeatureRights = { INTEGRATION: ['api_key.write', 'webhook.write'] }
