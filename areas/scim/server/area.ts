import { sql } from 'kysely'
import { byGlobalPilots } from '#kit/server/access/row-rule.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import { memberChanged } from '#areas/people/contract/events.ts'
import { rolesToldElsewhere } from '#areas/people/server/index.ts'
import { scimConnection } from '#areas/scim/contract/connection.ts'
import { scimFeatures, scimRights } from '#areas/scim/contract/rights.ts'
import { en } from '#areas/scim/locales/en.ts'
import { fr } from '#areas/scim/locales/fr.ts'
import { connectionCalls } from './connection-calls.ts'
import { connections } from './connection.ts'
import { leftToPeople, rolesFollow } from './kept-apart.ts'
import { nightly } from './nightly.ts'
import { scimRoutes } from './routes.ts'

/** Days before its end on which a connection is told of. */
const remindedOf = [15, 3]

/** Identity providers that keep the people of an organisation in step, by SCIM. */
export const scim: Area = {
  name: 'scim',
  rights: scimRights,
  features: scimFeatures,
  tables: ['scim_token', 'scim_seen', 'scim_user', 'scim_group', 'scim_group_user', 'scim_entry'],
  leftOut: {
    scim_connection: 'secret',
    scim_token: 'secret',
    scim_seen: 'access',
    scim_user: 'access',
    scim_group: 'access',
    scim_group_user: 'access',
    scim_entry: 'access',
  },
  resources: [connections],
  calls: (api, resources) => {
    connectionCalls(api, resources)
    scimRoutes(api, resources)
  },
  extensions: [rolesToldElsewhere.with(rolesFollow)],
  handlers: [on(memberChanged, leftToPeople)],
  jobs: [nightly],
  digests: [
    reminder(connections, {
      entity: scimConnection,
      date: 'ends_on',
      days: (row) => sql`case when ${row('revoked_at')} is null then ${remindedOf}::int[] else '{}' end`,
      tell: byGlobalPilots,
      pageOf: () => '/admin/public_api/scim',
    }),
  ],
  locales: { en, fr },
}
