import { defineRights, globalPilots } from '#kit/contract/right.ts'

/** What no role within an organisation holds is the provider's: its staff do (`staffPowers`). */
export const tenancyRights = defineRights({
  'customer.read': [],
  'customer.write': [],
  'instance.read': [],
  'instance.write': [],
  'login_message.write': [],
  'customer_option.write': globalPilots,
  'organisation_settings.read': ['global_pilote', 'global_auditor'],
  'organisation_settings.write': globalPilots,
})
