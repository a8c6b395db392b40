import { sql, type RawBuilder } from 'kysely'
import { AppError, forbidden, notFound } from '#kit/contract/errors.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { operationOf, type Api, type RawContext } from '#kit/server/http/api.ts'
import { createCustomerCall, listCustomers, updateCustomer, type Customer } from '#areas/tenancy/contract/customer.ts'
import { createCustomer, providerCustomer } from './create-customer.ts'

const columns = sql`c.id, c.kind, c.name, c.color, c.lang, c.time_zone, c.quotas, c.disabled, c.version, c.created_at,
  (select count(*) from membership m where m.customer_id = c.id and m.active and not m.visiting) as members`

/** The provider's pages about organisations. They run outside any of them, under the provider's own database role. */
export function customerCalls(api: Api): void {
  const staff = <T>({ request }: RawContext, right: string, work: (tx: Tx, who: Who) => Promise<T>) =>
    asStaff(api, request, right, work)
  const say = ({ request }: RawContext, key: string) => api.sayTo(request, key)

  api.addRaw(operationOf(listCustomers, 'customer'), async (context) => {
    const { search }: { search: string } = context.query
    return staff(context, 'customer.read', async (tx, who) => ({
      ok: true,
      objects: await select(tx, sql`strpos(fold(c.name), fold(${search})) > 0`),
      add_right: who.rights.has('customer.write'),
    }))
  })

  api.addRaw(operationOf(createCustomerCall, 'customer'), async (context) => {
    const { name, color, lang, time_zone, quotas = {} }: BodyOf<typeof createCustomerCall> = context.body
    await staff(context, 'customer.write', async () => {})
    const id = await createCustomer(
      api.ports.db,
      { name, quotas, ...(color && { color }), ...(lang && { lang }), ...(time_zone && { timeZone: time_zone }) },
      context.request.id,
    )
    return staff(context, 'customer.write', async (tx) => {
      tx.audit({ entity: 'customer', object_id: id, action: 'create', version: 1 })
      return { ok: true, message: say(context, 'kit.messages.created'), object: await one(tx, id) }
    })
  })

  api.addRaw(operationOf(updateCustomer, 'customer'), async (context) => {
    const body: BodyOf<typeof updateCustomer> = context.body
    return staff(context, 'customer.write', async (tx) => {
      await change(tx, context.params.id, body)
      return { ok: true, message: say(context, 'kit.messages.saved'), object: await one(tx, context.params.id) }
    })
  })
}

async function asStaff<T>(
  api: Api,
  request: RawContext['request'],
  right: string,
  work: (tx: Tx, who: Who) => Promise<T>,
): Promise<T> {
  const who = await api.inSession(request, async (tx) => tx.who)
  if (who.customerId !== providerCustomer || !who.rights.has(right)) throw forbidden()
  return api.ports.db.transaction(
    providerCustomer,
    async (tx) => {
      tx.act(who)
      return work(tx, who)
    },
    { provider: true },
  )
}

const select = (tx: Tx, condition: RawBuilder<unknown>) =>
  tx.run(
    sql<Customer>`select ${columns} from customer c where c.kind <> 'PROVIDER' and ${condition} order by c.kind desc, c.name, c.id limit 6000`,
  )

async function one(tx: Tx, id: number): Promise<Customer> {
  const [found] = await select(tx, sql`c.id = ${id}`)
  if (!found) throw notFound()
  return found
}

async function change(tx: Tx, id: number, { version, ...given }: BodyOf<typeof updateCustomer>): Promise<void> {
  const current = await tx.first(
    sql<{ version: number }>`select version from customer where id = ${id} and kind <> 'PROVIDER' for update`,
  )
  if (!current) throw notFound()
  if (version !== undefined && version !== current.version)
    throw new AppError('STALE', 'kit.errors.stale', { object: await one(tx, id) })
  const { quotas, ...plain } = given
  const set = Object.entries(plain)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (quotas) set.push(sql`quotas = ${JSON.stringify(quotas)}::jsonb`)
  if (set.length === 0) return
  await tx.run(
    sql`update customer set ${sql.join([...set, sql`version = version + 1`, sql`updated_at = moment()`])} where id = ${id}`,
  )
  tx.audit({
    entity: 'customer',
    object_id: id,
    action: 'update',
    version: current.version + 1,
    details: JSON.stringify({ fields: Object.keys(given) }),
  })
}
