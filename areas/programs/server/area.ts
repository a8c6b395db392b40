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
import { lentBy } from './exposed.ts'
import { keyCalls } from './key-calls.ts'
import { publicApi } from './public/operations.ts'
import { webhookCalls } from './webhooks/calls.ts'
import { forgetDeliveries, gatherWebhooks, sendWebhooks, standingWebhooks, tellWebhooks, toldBy } from './webhooks/jobs.ts'
import { webhooks } from './webhooks/webhook.ts'

/** Programs that work with what the other areas expose, by keys of their own. */
export function programsOf(areas: readonly Area[]): Area {
  const toldOf = toldBy(areas)
  return {
    name: 'programs',
    rights: programsRights,
    features: programsFeatures,
    tables: [
      'api_key_secret',
      'api_key_use',
      'api_key_request',
      'webhook_secret',
      'webhook_feed',
      'webhook_told',
      'webhook_delivery',
      'webhook_attempt',
      'webhook_turn',
      'webhook_rest',
    ],
    leftOut: {
      api_key: 'secret',
      api_key_secret: 'secret',
      api_key_use: 'access',
      api_key_request: 'access',
      webhook: 'access',
      webhook_secret: 'secret',
      webhook_feed: 'work',
      webhook_told: 'work',
      webhook_delivery: 'work',
      webhook_attempt: 'work',
      webhook_turn: 'work',
      webhook_rest: 'work',
    },
    resources: [apiKeys, webhooks],
    calls: (api, resources: Resources, storage) => {
      const told = toldOf(resources)
      keyCalls(api, resources, told.types, lentBy(areas))
      publicApi(api, resources, told.types, storage)
      webhookCalls(api, told)
    },
    handlers: tellWebhooks(areas),
    jobs: [gatherWebhooks(toldOf), forgetDeliveries],
    composing: (api) => [sendWebhooks(api, toldOf)],
    standing: standingWebhooks,
    states: [
      {
        page: '/admin/public_api/webhooks',
        tone: 'bad',
        words: 'programs.states.webhooks',
        right: 'webhook.read',
        found: (tx) =>
          sql`(select jsonb_build_object('count', count(*), 'day', null) from webhook h where h.customer_id = ${tx.customerId} and h.off_since is not null having count(*) > 0)`,
      },
    ],
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
  }
}
