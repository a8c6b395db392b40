import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { BodyOf } from '#kit/contract/call.ts'
import { AppError, notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { reserve, settle } from '#kit/server/http/idempotency.ts'
import { createInstance, generateHmac, hubspotToken, listInstances, updateInstance, type Instance } from '#areas/tenancy/contract/instance.ts'
import { asStaff } from './as-staff.ts'
import { createCustomer, nextCustomerId } from './create-customer.ts'

/** What holds for everybody of an instance, and the keys of the provider's widgets (ADM-04). */
export function instanceCalls(api: Api): void {
  const { widgets, db } = api.ports
  /** Nothing has failed: the widget stays off, and whatever asked says so to nobody. */
  const off = (request: FastifyRequest) => ({ ok: false, message: api.translateFor(request, 'tenancy.errors.widget_off'), code: 'WIDGET_OFF' })

  api.addRaw(operationOf(listInstances, 'instance'), async ({ request }) =>
    asStaff(api, request, listInstances, async (tx, who) => ({
      ok: true,
      objects: await select(tx, null),
      add_right: who.rights.has('instance.write'),
      widgets: { support_chat: Boolean(widgets.supportChatSecret), hubspot: Boolean(widgets.hubspotToken) },
    })),
  )

  api.addRaw(operationOf(createInstance, 'instance'), async ({ request, body, named: nameOf }) => {
    const named = nameOf()
    const { name, type = 'business' }: BodyOf<typeof createInstance> = body
    const { id, catalog } = await asStaff(api, request, createInstance, (tx) =>
      reserve(tx, named, async () => {
        const made = await tx.first(sql<{ id: number }>`insert into instance (name, type) values (${name}, ${type}) returning id`)
        if (!made) throw new Error('An instance was not written')
        tx.audit({ entity: 'instance', object_id: made.id, action: 'create', version: 1 })
        return { id: made.id, catalog: await nextCustomerId(db) }
      }),
    )
    await createCustomer(
      db,
      { id: catalog, name: api.translateFor(request, 'tenancy.instance.catalog_of', { name }), kind: 'CATALOG', instanceId: id },
      request.id,
    )
    return asStaff(api, request, createInstance, (tx) =>
      settle(tx, named, async () => ({ ok: true, message: api.translateFor(request, 'kit.messages.created'), object: await one(tx, id) })),
    )
  })

  api.addRaw(operationOf(updateInstance, 'instance'), async ({ request, params, body }) =>
    asStaff(api, request, updateInstance, async (tx) => {
      await change(tx, params.id, body)
      return { ok: true, message: api.translateFor(request, 'kit.messages.saved'), object: await one(tx, params.id) }
    }),
  )

  api.addRaw(operationOf(generateHmac, 'user'), async ({ request }) => {
    const email = await api.inSession(request, async (tx) => {
      const { who, customerId } = tx
      // Signed for whoever has shown that the address is theirs: under it stands what they have said to support, whatever organisation they belong to.
      if (who.impersonatorId !== null || who.session?.tied) return null
      const member = await tx.first(
        sql<{
          email: string
        }>`select m.email from member m cross join account_facts(m.account_id) as f where m.customer_id = ${customerId} and m.id = ${who.memberId} and f.verified`,
      )
      return member?.email ?? null
    })
    if (!widgets.supportChatSecret || email === null) return off(request)
    return { ok: true, object: { hmac: createHmac('sha256', widgets.supportChatSecret).update(email).digest('hex') } }
  })

  api.addRaw(operationOf(hubspotToken, 'auth'), async ({ request }) => {
    await api.inSession(request, async () => {})
    return widgets.hubspotToken ? { ok: true, token: widgets.hubspotToken } : off(request)
  })
}

const select = (tx: Tx, id: number | null) =>
  tx.run(sql<Instance>`select i.id, i.name, i.type, i.mfa_mode, i.password_max_age_days, i.password_history, i.flags, i.terms_version, i.version,
      (select count(*) from customer c where c.instance_id = i.id and c.kind = 'ORGANISATION') as customers
    from instance i where ${id}::bigint is null or i.id = ${id} order by i.id`)

async function one(tx: Tx, id: number): Promise<Instance> {
  const [found] = await select(tx, id)
  if (!found) throw notFound()
  return found
}

async function change(tx: Tx, id: number, { version, flags, ...plain }: BodyOf<typeof updateInstance>): Promise<void> {
  const current = await tx.first(sql<{ version: number }>`select version from instance where id = ${id} for no key update`)
  if (!current) throw notFound()
  if (version !== undefined && version !== current.version) throw new AppError('STALE', 'kit.errors.stale', { object: await one(tx, id) })
  const set = Object.entries(plain)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (flags) set.push(sql`flags = jsonb_strip_nulls(flags || ${JSON.stringify(flags)}::jsonb)`)
  if (set.length === 0) return
  await tx.run(sql`update instance set ${sql.join([...set, sql`version = version + 1`, sql`updated_at = moment()`])} where id = ${id}`)
  tx.audit({
    entity: 'instance',
    object_id: id,
    action: 'update',
    version: current.version + 1,
    details: JSON.stringify({ ...plain, ...(flags && { flags }) }),
  })
}
