import { sql } from 'kysely'
import type { Area, Handler, Job, LongJob, Standing } from '#kit/server/http/area.ts'
import type { Api } from '#kit/server/http/api.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { deliveryDays } from '#areas/programs/contract/webhook-calls.ts'
import { exposedBy } from '#areas/programs/server/exposed.ts'
import { catalogueOf, declaredEvents } from './events.ts'
import { gather } from './gather.ts'
import type { Told } from './listeners.ts'
import { sendDue } from './send.ts'

/** What an application lets webhooks be told of, worked out once. */
export function toldBy(areas: readonly Area[]): (resources: Resources) => Told {
  const known = new WeakMap<Resources, Told>()
  return (resources) => {
    const found = known.get(resources)
    if (found) return found
    const types = exposedBy(areas, resources)
    const told = { types, events: catalogueOf(types, areas), resources }
    known.set(resources, told)
    return told
  }
}

const gatherJob = 'webhooks.gather'
const sendJob = 'webhooks.send'

export const standingWebhooks: readonly Standing[] = [
  { job: gatherJob, found: () => sql`select due_customer as customer_id, 'log' as key, '{}'::jsonb as data from webhooks_behind()` },
  {
    job: sendJob,
    found: (now) =>
      sql`select due_customer as customer_id, due_webhook::text as key, jsonb_build_object('webhook', due_webhook) as data from webhooks_waiting(${now})`,
  },
]

export const gatherWebhooks = (toldOf: (resources: Resources) => Told): Job => ({
  name: gatherJob,
  run: ({ tx, resources }) => gather(tx, toldOf(resources)),
})

export const sendWebhooks = (api: Promise<Api>, toldOf: (resources: Resources) => Told): LongJob => ({
  name: sendJob,
  outside: true,
  runLong: async ({ data, apart, resources }) => {
    const { fetch, secrets } = (await api).ports
    const { webhook } = data as { readonly webhook?: number }
    if (webhook !== undefined) await sendDue({ apart, webhook }, { told: toldOf(resources), fetch, secrets })
  },
})

/** The most messages of an organisation that are kept after they ended, the last ones. */
const mostKept = 100_000

export const forgetDeliveries: Job = {
  name: 'webhooks.forget',
  schedule: '20 4 * * *',
  run: async ({ tx }) => {
    const { customerId, now } = tx
    await tx.run(sql`delete from webhook_delivery where customer_id = ${customerId} and ended_at < ${new Date(now.getTime() - deliveryDays * 86_400_000)}`)
    await tx.run(sql`delete from webhook_delivery d where d.customer_id = ${customerId} and d.ended_at < (
      select o.ended_at from webhook_delivery o where o.customer_id = ${customerId} and o.ended_at is not null order by o.ended_at desc offset ${mostKept - 1} limit 1)`)
    // What waits for so long waits for one that is paused: nobody could make anything of it any more.
    await tx.run(
      sql`delete from webhook_delivery where customer_id = ${customerId} and ended_at is null and made_at < ${new Date(now.getTime() - deliveryDays * 86_400_000)}`,
    )
    await tx.run(sql`delete from webhook_secret where customer_id = ${customerId} and until <= ${now}`)
  },
}

/** Notes what areas tell, where anybody listens. */
export const tellWebhooks = (areas: readonly Area[]): readonly Handler[] =>
  [...declaredEvents(areas)].map(([event, { def }]) => ({
    event: def,
    run: async (tx, { id, payload }) => {
      const rows = def.rows?.(payload) ?? [id]
      await tx.run(sql`insert into webhook_told (customer_id, event, object_id, at, actor_id)
        select f.customer_id, ${event}, o.id, ${tx.now}::timestamptz, ${tx.who.memberId}::bigint from webhook_feed f, unnest(${rows}::bigint[]) as o (id) where f.customer_id = ${tx.customerId}
          and exists (select 1 from webhook h where h.customer_id = f.customer_id and not h.paused and h.off_since is null)`)
    },
  }))
