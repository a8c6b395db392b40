import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { AppError, invalidField, notFound } from '#kit/contract/errors.ts'
import type { BodyOf, Call } from '#kit/contract/call.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { showPicture, type Shown } from '#kit/server/files/picture-routes.ts'
import { operationOf, type Api, type RawContext } from '#kit/server/http/api.ts'
import { release, reserve, settle } from '#kit/server/http/idempotency.ts'
import {
  createCustomerCall,
  deleteCustomer,
  deletionDays,
  listCustomers,
  propertyNames,
  listPeople,
  readExtent,
  readUsage,
  suspendCustomer,
  updateCustomer,
  type Customer,
} from '#areas/tenancy/contract/customer.ts'
import { asStaff } from './as-staff.ts'
import { profileOf } from './metadata-properties.ts'
import { createCustomer, nextCustomerId } from './create-customer.ts'
import { peopleOf, usersOf } from './customer-people.ts'
import { usageOf } from './customer-usage.ts'

const stateOf = sql`case when c.deletes_at is not null then 'IN_DELETION' when c.disabled then 'SUSPENDED' else 'ENABLED' end`

const columns = sql`c.id, c.kind, c.name, c.identifier, c.color, (select '/api/customer/' || c.id || '/logo/' || p.id from picture p where p.customer_id = c.id and p.kind = 'LOGO') as logo, c.lang, c.time_zone, c.quotas, ${stateOf} as state, c.disabled_at, c.disabled_reason, c.deletion_asked_at, c.deletes_at, c.version, c.created_at,
  jsonb_build_object('id', c.instance_id, 'name', (select i.name from instance i where i.id = c.instance_id)) as instance, c.context_type, c.sector_high as sector, c.sector_low as branch, c.country, c.features, c.flags, c.mfa_mode, c.password_max_age_days,
  jsonb_build_object(${sql.join(propertyNames.map((name) => sql`${sql.lit(name)}, coalesce((c.properties->>${sql.lit(name)})::boolean, ${sql.lit(name === 'connector_allowed')})`))}) as properties,
  (select count(*) from ${usersOf(sql`c.id`)} m) as members`

/** The provider's pages about organisations. They run outside any of them, under the provider's own database role. */
export function customerCalls(api: Api): void {
  const staff = <T>({ request }: RawContext, call: Pick<Call, 'right'>, work: (tx: Tx, who: Who) => Promise<T>) => asStaff(api, request, call, work)
  const translate = ({ request }: RawContext, key: string) => api.translateFor(request, key)

  api.addRaw(operationOf(listCustomers, 'customer'), async (context) => {
    const { search }: { search: string } = context.query
    const open = await api.inSession(context.request, openToStaffPlus)
    return staff(context, listCustomers, async (tx, who) => ({
      ok: true,
      objects: await select(tx, sql`strpos(fold(c.name), fold(${search})) > 0 and ${shownTo(who, open)}`),
      add_right: who.rights.has('customer.write'),
      delete_right: who.rights.has('customer.delete'),
    }))
  })

  api.addRaw(
    {
      method: 'GET',
      path: '/customer/{id}/logo/{picture}',
      tag: 'customer',
      summary: 'Show the logo of an organisation',
      access: listCustomers.right,
      params: z.object({ id: z.coerce.number().int().min(1), picture: z.uuid() }),
      embedded: true,
      download: true,
      answer: z.unknown(),
    },
    async (context) => {
      const open = await api.inSession(context.request, openToStaffPlus, { embedded: true })
      const { id, picture } = context.params
      const look = (tx: Tx, who: Who) =>
        tx.first(sql<Shown>`select p.mime, p.content from picture p join customer c on c.id = p.customer_id
          where c.id = ${id} and c.kind <> 'PROVIDER' and p.id = ${picture}::uuid and p.kind = 'LOGO' and ${shownTo(who, open)}`)
      const found = await asStaff(api, context.request, listCustomers, look, { embedded: true })
      return showPicture(context.reply, found)
    },
  )

  api.addRaw(operationOf(createCustomerCall, 'customer'), async (context) => {
    const { name, color, lang, time_zone, quotas = {}, instance_id, ...more }: BodyOf<typeof createCustomerCall> = context.body
    const named = context.named()
    const id = await staff(context, createCustomerCall, (tx) =>
      reserve(tx, named, async () => {
        await knownInstance(tx, instance_id)
        await free(tx, 0, more.identifier)
        return nextCustomerId(api.ports.db)
      }),
    )
    try {
      await createCustomer(
        api.ports.db,
        {
          id,
          name,
          quotas,
          begins: true,
          ...(color && { color }),
          ...(lang && { lang }),
          ...(time_zone && { timeZone: time_zone }),
          ...(instance_id && { instanceId: instance_id }),
        },
        context.request.id,
      )
    } catch (error) {
      await staff(context, createCustomerCall, (tx) => release(tx, named))
      throw error
    }
    return staff(context, createCustomerCall, (tx) =>
      settle(tx, named, async () => {
        tx.audit({ entity: 'customer', object_id: id, action: 'create', version: 1 })
        await change(tx, id, more)
        return { ok: true, message: translate(context, 'kit.messages.created'), object: await one(tx, id) }
      }),
    )
  })

  api.addRaw(operationOf(suspendCustomer, 'customer'), async (context) => {
    const body: BodyOf<typeof suspendCustomer> = context.body
    return staff(context, suspendCustomer, async (tx) => {
      await suspend(tx, context.params.id, body)
      const said = body.suspended ? 'tenancy.messages.suspended' : 'tenancy.messages.resumed'
      return { ok: true, message: translate(context, said), object: await one(tx, context.params.id) }
    })
  })

  api.addRaw(operationOf(deleteCustomer, 'customer'), async (context) => {
    const body: BodyOf<typeof deleteCustomer> = context.body
    return staff(context, deleteCustomer, async (tx) => {
      await remove(tx, context.params.id, body)
      const said = body.asked ? 'tenancy.messages.deletion_asked' : 'tenancy.messages.deletion_back'
      return { ok: true, message: translate(context, said), object: await one(tx, context.params.id) }
    })
  })

  api.addRaw(operationOf(readExtent, 'customer'), async (context) => {
    const { id } = context.params
    const open = await api.inSession(context.request, openToStaffPlus)
    const people = await staff(context, readExtent, async (tx, who) => (await select(tx, sql`c.id = ${id} and ${shownTo(who, open)}`))[0]?.members)
    if (people === undefined) throw notFound()
    // What it has is read in itself: nobody else's rows are seen there.
    const counted = await api.ports.db.transaction(id, (tx) =>
      tx.first(sql<{ files: number; bytes: number; entries: number }>`select count(*) as files, coalesce(sum(f.size), 0)::bigint as bytes,
          coalesce((select h.seq from audit_head h where h.customer_id = ${id}), 0) as entries
        from file f where f.customer_id = ${id}`),
    )
    return { ok: true, object: { people, files: counted?.files ?? 0, bytes: counted?.bytes ?? 0, entries: counted?.entries ?? 0 } }
  })

  api.addRaw(operationOf(listPeople, 'customer'), async (context) => {
    const { id } = context.params
    const { active, page }: { active: '0' | '1'; page: number } = context.query
    const open = await api.inSession(context.request, openToStaffPlus)
    const ids = await staff(context, listPeople, async (tx, who) => {
      const known = await tx.first(sql<{ ids: number[] }>`select coalesce(array(select u.member_id from ${usersOf(sql`c.id`)} u), '{}') as ids from customer c
        where c.id = ${id} and c.kind <> 'PROVIDER' and ${shownTo(who, open)}`)
      if (!known) throw notFound()
      return known.ids
    })
    return { ok: true, ...(await peopleOf(api.ports.db, id, ids, { active: active === '1', page })) }
  })

  api.addRaw(operationOf(readUsage, 'customer'), async (context) => {
    const { ids }: BodyOf<typeof readUsage> = context.body
    const open = await api.inSession(context.request, openToStaffPlus)
    const known = await staff(context, readUsage, (tx, who) =>
      tx.run(
        sql<{ id: number }>`select c.id from customer c where c.id = any(${ids}::bigint[]) and c.kind <> 'PROVIDER' and ${shownTo(who, open)} order by c.id`,
      ),
    )
    return {
      ok: true,
      objects: await usageOf(
        api.ports.db,
        known.map(({ id }) => id),
      ),
    }
  })

  api.addRaw(operationOf(updateCustomer, 'customer'), async (context) => {
    const body: BodyOf<typeof updateCustomer> = context.body
    return staff(context, updateCustomer, async (tx) => {
      await change(tx, context.params.id, body)
      return { ok: true, message: translate(context, 'kit.messages.saved'), object: await one(tx, context.params.id) }
    })
  })
}

type Moments = 'created_at' | 'disabled_at' | 'deletion_asked_at' | 'deletes_at'

async function select(tx: Tx, condition: RawBuilder<unknown>): Promise<Customer[]> {
  const rows = await tx.run(
    sql<
      Omit<Customer, Moments> & Record<Moments, Date | null>
    >`select ${columns} from customer c where c.kind <> 'PROVIDER' and ${condition} order by c.kind desc, c.name, c.id limit 6000`,
  )
  const said = (moment: Date | null) => moment?.toISOString() ?? null
  return rows.map((row) => ({
    ...row,
    created_at: said(row.created_at) ?? '',
    disabled_at: said(row.disabled_at),
    deletion_asked_at: said(row.deletion_asked_at),
    deletes_at: said(row.deletes_at),
  }))
}

/** A user of an instance is shown no customer of another (GEN-17), and staff+ those alone that are open to them (NAV-48, ADM-46). */
function shownTo(who: Who, open: readonly number[]): RawBuilder<unknown> {
  if (who.session?.instanceUser) return sql`c.instance_id = (select a.instance_id from account a where a.id = ${who.accountId})`
  return who.adminType === 'STAFF_PLUS' ? sql`c.id = any(${open}::bigint[])` : sql`true`
}

/** The customers that staff+ may enter: where they are members, and the catalogs. */
async function openToStaffPlus(tx: Tx): Promise<readonly number[]> {
  const { who } = tx
  if (who.adminType !== 'STAFF_PLUS') return []
  return (await tx.run(sql<{ id: number }>`select customer_id as id from customers_of(${who.accountId})`)).map(({ id }) => id)
}

async function knownInstance(tx: Tx, id: number | undefined): Promise<void> {
  if (id !== undefined && !(await tx.first(sql`select 1 from instance where id = ${id}`))) throw invalidField('instance_id', 'kit.errors.not_found')
}

/** Refuses an identifier that another customer has. */
async function free(tx: Tx, id: number, identifier: string | undefined): Promise<void> {
  if (identifier !== undefined && (await tx.first(sql`select 1 from customer where identifier = ${identifier} and id <> ${id}`)))
    throw invalidField('identifier', 'tenancy.errors.identifier_taken')
}

async function one(tx: Tx, id: number): Promise<Customer> {
  const [found] = await select(tx, sql`c.id = ${id}`)
  if (!found) throw notFound()
  return found
}

interface Held {
  readonly version: number
  readonly kind: 'CATALOG' | 'ORGANISATION'
  readonly state: Customer['state']
}

/** The customer that is written next, locked. Throws STALE for whoever has seen an older one. */
async function held(tx: Tx, id: number, version: number | undefined): Promise<Held> {
  const current = await tx.first(
    sql<Held>`select c.version, c.kind, ${stateOf} as state from customer c where c.id = ${id} and c.kind <> 'PROVIDER' for no key update`,
  )
  if (!current) throw notFound()
  if (version !== undefined && version !== current.version) throw new AppError('STALE', 'kit.errors.stale', { object: await one(tx, id) })
  return current
}

/** Closes it or opens it again; what follows from that is where each thing is looked up. What already is so stays, and is not told twice. */
async function suspend(tx: Tx, id: number, body: BodyOf<typeof suspendCustomer>): Promise<void> {
  const current = await held(tx, id, body.version)
  if (current.kind === 'CATALOG') throw new AppError('CONFLICT', 'tenancy.errors.catalog_stays')
  if (current.state === 'IN_DELETION') throw new AppError('CONFLICT', 'tenancy.errors.in_deletion')
  if ((current.state === 'SUSPENDED') === body.suspended) return
  const reason = body.suspended ? (body.reason ?? null) : null
  if (body.suspended && reason === null) throw invalidField('reason', 'kit.errors.mandatory')
  await tx.run(sql`update customer set disabled = ${body.suspended}, disabled_at = case when ${body.suspended} then moment() end, disabled_reason = ${reason},
    version = version + 1, updated_at = moment() where id = ${id}`)
  tx.audit({
    entity: 'customer',
    object_id: id,
    action: body.suspended ? 'suspend' : 'resume',
    version: current.version + 1,
    ...(reason !== null && { details: JSON.stringify({ reason }) }),
  })
}

/** Asks for its deletion, or takes that back as long as it has not begun. One that was suspended before is so afterwards. */
async function remove(tx: Tx, id: number, { asked, identifier, version }: BodyOf<typeof deleteCustomer>): Promise<void> {
  const current = await held(tx, id, version)
  if (current.kind === 'CATALOG') throw new AppError('CONFLICT', 'tenancy.errors.catalog_stays')
  if ((current.state === 'IN_DELETION') === asked) return
  if (asked) {
    const found = await tx.first(sql<{ identifier: string; used: boolean }>`select identifier, sso_configured(${id}) as used from customer where id = ${id}`)
    if (found?.used) throw new AppError('CONFLICT', 'tenancy.errors.sso_configured')
    if (identifier?.trim() !== found?.identifier) throw invalidField('identifier', 'tenancy.errors.identifier_differs')
    await tx.run(sql`update customer set disabled = true, disabled_at = coalesce(disabled_at, moment()), deletion_asked_at = moment(),
      deletes_at = (day_in(moment(), time_zone) + ${deletionDays}::int)::timestamp at time zone time_zone, version = version + 1, updated_at = moment() where id = ${id}`)
  } else {
    const back =
      await tx.run(sql`update customer set disabled = disabled_reason is not null, disabled_at = case when disabled_reason is not null then disabled_at end,
      deletion_asked_at = null, deletes_at = null, version = version + 1, updated_at = moment() where id = ${id} and not is_erased(id) returning 1`)
    if (back.length === 0) throw new AppError('CONFLICT', 'tenancy.errors.deletion_begun')
  }
  tx.audit({ entity: 'customer', object_id: id, action: asked ? 'ask_deletion' : 'take_back', version: current.version + 1 })
}

async function change(tx: Tx, id: number, { version, ...given }: BodyOf<typeof updateCustomer>): Promise<void> {
  const current = await held(tx, id, version)
  await knownInstance(tx, given.instance_id)
  await free(tx, id, given.identifier)
  const { quotas, properties, flags, branch, country, ...plain } = given
  const set = Object.entries(plain)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (branch !== undefined || country !== undefined) {
    const { sector } = await profileOf(tx, { branch: branch ?? null, country: country ?? null })
    if (branch !== undefined) set.push(sql`sector_low = ${branch}`, sql`sector_high = ${sector}`)
    if (country !== undefined) set.push(sql`country = ${country}`)
  }
  if (quotas) set.push(sql`quotas = ${JSON.stringify(quotas)}::jsonb`)
  if (properties) set.push(sql`properties = properties || ${JSON.stringify(properties)}::jsonb`)
  if (flags) set.push(sql`flags = jsonb_strip_nulls(flags || ${JSON.stringify(flags)}::jsonb)`)
  if (set.length === 0) return
  await tx.run(sql`update customer set ${sql.join([...set, sql`version = version + 1`, sql`updated_at = moment()`])} where id = ${id}`)
  tx.audit({
    entity: 'customer',
    object_id: id,
    action: 'update',
    version: current.version + 1,
    details: JSON.stringify({ fields: Object.keys(given) }),
  })
}
