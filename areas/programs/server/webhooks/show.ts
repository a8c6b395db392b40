import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import { createRow } from '#kit/server/data/store/store.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { offReasons } from '#areas/programs/contract/webhook.ts'
import { newMessageId, signedHeaders } from './sign.ts'
import { webhooks } from './webhook.ts'

/** A webhook as if it had been at work: what was sent to it, with each attempt. */
export interface ShownHook {
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly off: { readonly since: Date; readonly reason: (typeof offReasons)[number] } | null
  readonly messages: readonly {
    readonly event: string
    readonly entity: string
    readonly id: number
    readonly at: Date
    readonly changed: readonly string[] | null
    /** What was answered to each attempt: seconds after it happened, status, milliseconds, text. */
    readonly answers: readonly { readonly after: number; readonly status: number; readonly took: number; readonly text?: string }[]
  }[]
}

/** Writes a webhook that sends nothing, paused or off, for the demonstration: by whoever acts. */
export async function showWebhook(tx: Tx, resources: Resources, { name, url, events, off, messages }: ShownHook): Promise<void> {
  const { customerId, who } = tx
  const { id } = await createRow(tx, authorize(who, 'session'), webhooks, resources, {
    name,
    url,
    events: [...events],
    everywhere: true,
    maker: who.memberId,
    on_since: tx.now.toISOString(),
    ...(off ? { off_since: off.since.toISOString(), off_reason: off.reason } : { paused: true }),
  })
  const secret = `whsec_${Buffer.from(name.padEnd(24, '.').slice(0, 24)).toString('base64')}`
  for (const { event, entity, id: object, at, changed, answers } of messages) {
    const message = newMessageId()
    const body = JSON.stringify({
      type: event,
      timestamp: at.toISOString(),
      data: { object: { type: event.split('.')[0], id: object }, ...(changed && { changed }), by: { kind: 'person', id: who.memberId } },
    })
    const last = answers.at(-1)
    const ended = new Date(at.getTime() + (last?.after ?? 0) * 1000)
    const taken = last !== undefined && last.status < 300
    const made = await tx.first(sql<{
      id: number
    }>`insert into webhook_delivery (customer_id, webhook_id, message_id, event, entity, object_id, body, state, happened_at, made_at, attempts, tries, round_at,
        status, took, ended_at)
      values (${customerId}, ${id}, ${message}, ${event}, ${entity}, ${object}, ${body}, ${taken ? 'DELIVERED' : 'GIVEN_UP'}, ${at}, ${at}, ${answers.length}, ${answers.length}, ${at},
        ${last?.status ?? null}, ${last?.took ?? null}, ${ended}) returning id`)
    for (const [n, answer] of answers.entries()) {
      const sentAt = new Date(at.getTime() + answer.after * 1000)
      const sent = { 'content-type': 'application/json', 'user-agent': 'Vigie-Webhooks/1', ...signedHeaders([secret], message, sentAt, body) }
      await tx.run(sql`insert into webhook_attempt (customer_id, delivery_id, n, at, took, status, sent, headers, answer)
        values (${customerId}, ${made?.id ?? 0}, ${n + 1}, ${sentAt}, ${answer.took}, ${answer.status}, ${JSON.stringify(sent)}::jsonb, '{"content-type":"text/plain"}'::jsonb, ${answer.text ?? ''})`)
    }
  }
}
