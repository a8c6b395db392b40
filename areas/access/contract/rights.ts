import { defineRights, globalPilots } from '#kit/contract/right.ts'

/** An organisation's own ways in are its global pilots'; the provider's, outside any organisation, its administrators' (ADM-05). */
export const accessRights = defineRights({
  'auth_config.read': globalPilots,
  'auth_config.write': globalPilots,
})
