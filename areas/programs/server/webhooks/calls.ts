import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import type { EventOf } from './events.ts'
import {
  changeWebhook,
  giveUpDelivery,
  listDeliveries,
  makeWebhook,
  pauseWebhook,
  readDelivery,
  readWebhookChoices,
  replayDelivery,
  resumeWebhook,
  rotateWebhookSecret,
  sendDelivery,
  testWebhook,
} from '#areas/programs/contract/webhook-calls.ts'
import { deliveriesOf, deliveryOf, giveUp, replay, sendNow } from './deliveries.ts'
import type { Told } from './listeners.ts'
import { changeOne, newWebhook, pause, resume, rotateSecret, sendTest, type Subscribing } from './subscribe.ts'

export function webhookCalls(api: Api, told: Told): void {
  const { fetch, secrets } = api.ports
  const by: Subscribing = { told, fetch, secrets }
  const { resources } = told
  handle(api, 'webhook', readWebhookChoices, async ({ translate }) => {
    const nameOf = ({ what, area, event }: EventOf) =>
      translate(area === undefined ? `programs.webhooks.events.${what}` : `${area}.tells.${event.replace('.', '_')}`)
    const types = [...told.types.values()].map(({ type, resource: { def } }) => ({
      type,
      name: translate(`${def.area}.entities.${def.name}.many`),
      events: [...told.events.values()].filter((one) => one.type.type === type).map((one) => ({ event: one.event, name: nameOf(one) })),
    }))
    return { object: { types } }
  })
  handle(api, 'webhook', makeWebhook, async ({ tx, grant, body, translate }) => ({
    object: await newWebhook(tx, grant, by, body),
    message: translate('programs.messages.webhook_made'),
  }))
  handle(api, 'webhook', changeWebhook, async ({ tx, grant, params, body, translate }) => {
    await changeOne(tx, grant, by, params.id, body)
    return { message: translate('programs.messages.webhook_changed') }
  })
  handle(api, 'webhook', rotateWebhookSecret, async ({ tx, grant, params, body, translate }) => ({
    object: await rotateSecret(tx, grant, by, params.id, body.overlap_hours),
    message: translate('programs.messages.webhook_rotated'),
  }))
  handle(api, 'webhook', pauseWebhook, async ({ tx, grant, params, translate }) => {
    await pause(tx, grant, by, params.id)
    return { message: translate('programs.messages.webhook_paused') }
  })
  handle(api, 'webhook', resumeWebhook, async ({ tx, grant, params, translate }) => {
    await resume(tx, grant, by, params.id)
    return { message: translate('programs.messages.webhook_resumed') }
  })
  handle(api, 'webhook', testWebhook, async ({ tx, grant, params, translate }) => ({
    object: { id: await sendTest(tx, grant, params.id) },
    message: translate('programs.messages.test_sent'),
  }))
  handle(api, 'webhook', listDeliveries, ({ tx, grant, params, query }) => deliveriesOf(tx, grant, resources, params.id, query))
  handle(api, 'webhook', readDelivery, async ({ tx, grant, params }) => ({ object: await deliveryOf(tx, grant, resources, params.id) }))
  handle(api, 'webhook', sendDelivery, async ({ tx, grant, params, translate }) => {
    await sendNow(tx, grant, params.id)
    return { message: translate('programs.messages.sent_now') }
  })
  handle(api, 'webhook', replayDelivery, async ({ tx, grant, params, translate }) => {
    await replay(tx, grant, params.id)
    return { message: translate('programs.messages.replayed') }
  })
  handle(api, 'webhook', giveUpDelivery, async ({ tx, grant, params, translate }) => {
    await giveUp(tx, grant, params.id)
    return { message: translate('programs.messages.given_up') }
  })
}
