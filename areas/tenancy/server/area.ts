import type { Area } from '#kit/server/http/area.ts'
import { tenancyFeatures, tenancyRights } from '#areas/tenancy/contract/rights.ts'
import { en } from '#areas/tenancy/locales/en.ts'
import { fr } from '#areas/tenancy/locales/fr.ts'
import { customerCalls } from './customers.ts'
import { instanceCalls } from './instances.ts'
import { licenceCalls, licenceJob } from './licence.ts'
import { loginMessageCalls } from './login-message.ts'
import { metadataPropertyCalls } from './metadata-properties.ts'
import { organisationSettingsCalls } from './organisation-settings.ts'
import { preferenceCalls } from './preferences.ts'
import { termsCalls } from './terms.ts'
import { trialStates } from './trial-states.ts'
import { trialCalls, trialJob } from './trials.ts'

export const tenancy: Area = {
  name: 'tenancy',
  rights: tenancyRights,
  features: tenancyFeatures,
  tables: [
    'account',
    'appointment_request',
    'customer',
    'customer_option',
    'instance',
    'licence_told',
    'login_message',
    'membership',
    'metadata_property',
    'terms_document',
  ],
  leftOut: { membership: 'access' },
  resources: [],
  calls: (api, resources) => {
    customerCalls(api)
    instanceCalls(api)
    termsCalls(api)
    trialCalls(api)
    loginMessageCalls(api)
    organisationSettingsCalls(api)
    metadataPropertyCalls(api)
    preferenceCalls(api, resources)
    licenceCalls(api, resources)
  },
  states: trialStates,
  mailing: (post) => [trialJob(post), licenceJob(post)],
  locales: { en, fr },
}
