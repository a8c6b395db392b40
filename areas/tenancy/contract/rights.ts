import { defineRights, globalPilots, globalReaders, type FeatureRights } from '#kit/contract/right.ts'

/** What no role within an organisation holds is the provider's: its staff do (`staffPowers`). */
export const tenancyRights = defineRights({
  'customer.read': [],
  'customer.write': [],
  /** To have one deleted, and to take that back. */
  'customer.delete': [],
  'instance.read': [],
  'instance.write': [],
  'login_message.write': [],
  /** Sectors, branches and countries; everybody signed in reads what they are called. */
  'metadata_property.read': [],
  'metadata_property.write': [],
  /** Mail that has not left, as it stands: without the secrets in it. */
  'outbox.read': [],
  'customer_option.write': globalPilots,
  // What the organisation may have, and has (ADM-24, QTA-01).
  'licence.read': globalReaders,
  'licence.write': [],
  'organisation_settings.read': ['global_pilote', 'global_auditor'],
  'organisation_settings.write': globalPilots,
})

/** What was set goes on holding; the provider changes it from then on. */
export const tenancyFeatures: FeatureRights = { SETTINGS: ['organisation_settings.read', 'organisation_settings.write'] }
