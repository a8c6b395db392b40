import { byGlobalPilots } from '#kit/server/access/row-rule.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import { sql } from 'kysely'
import { apiKey } from '#areas/programs/contract/api-key.ts'
import { programsFeatures, programsRights } from '#areas/programs/contract/rights.ts'
import { en } from '#areas/programs/locales/en.ts'
import { fr } from '#areas/programs/locales/fr.ts'
import { apiKeys } from './api-key.ts'
import { exposedBy } from './exposed.ts'
import { keyCalls } from './key-calls.ts'
import { publicApi } from './public/operations.ts'

/** Programs that work with what the other areas expose, by keys of their own. */
export const programsOf = (areas: readonly Area[]): Area => ({
  name: 'programs',
  rights: programsRights,
  features: programsFeatures,
  tables: ['api_key_secret', 'api_key_use', 'api_key_request'],
  leftOut: { api_key: 'secret', api_key_secret: 'secret', api_key_use: 'access', api_key_request: 'access' },
  resources: [apiKeys],
  calls: (api, resources: Resources, storage) => {
    const types = exposedBy(areas, resources)
    keyCalls(api, resources, types)
    publicApi(api, resources, types, storage)
  },
  digests: [
    reminder(apiKeys, {
      entity: apiKey,
      date: 'ends_on',
      days: (row) => sql`case when ${row('revoked_at')} is null then array[${row('reminder_days')}] else '{}' end`,
      tell: byGlobalPilots,
      pageOf: () => '/admin/public_api',
    }),
  ],
  locales: { en, fr },
})
