import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Language } from '#kit/contract/catalogue.ts'
import { AppError, forbidden, notFound } from '#kit/contract/errors.ts'
import { can } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { fieldOf, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import type { Job, Post } from '#kit/server/http/area.ts'
import type { BodyOf, QueryOf } from '#kit/contract/call.ts'
import { sendMail } from '#kit/server/mail/mail.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { propertyNames, versionsKept } from '#areas/tenancy/contract/customer.ts'
import { listCounted, pageOfCounted, readLicence, toldBefore, updateLicence, type Licence } from '#areas/tenancy/contract/licence.ts'
import { asStaff } from './as-staff.ts'
import { providerCustomer } from './create-customer.ts'
import { countedRows, quotaCounts } from './quotas.ts'
import { optionRows, shownOption, triedProperties } from './trial-state.ts'

interface LicenceRow {
  readonly name: string
  readonly provider: string
  readonly ends_on: string | null
  readonly days_left: number | null
  readonly quotas: Readonly<Record<string, number | null>>
  readonly features: Licence['features']
  readonly properties: Readonly<Record<string, unknown>>
  readonly log_retention_days: number
  readonly version: number
}

/** The licence of the transaction's customer; every number is counted as the list that it opens. */
async function licenceOf(tx: Tx, translate: (key: string) => string, editable: boolean): Promise<Licence> {
  const counts = quotaCounts.all()
  const [row, options, used] = await Promise.all([
    tx.first(sql<LicenceRow>`select c.name, i.name as provider, c.licence_ends_on::text as ends_on, c.licence_ends_on - ${tx.today}::date as days_left, c.quotas, c.features, c.properties,
        c.log_retention_days, c.version from customer c join instance i on i.id = c.instance_id where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}`),
    tx.run(optionRows(tx.customerId)),
    tx.run(
      sql<{ name: string; used: number }>`${sql.join(
        counts.map((quota) => sql`select ${sql.lit(quota.name)} as name, count(*)::int as used from ${countedRows(tx, quota)}`),
        sql` union all `,
      )}`,
    ),
  ])
  if (!row) throw notFound()
  const shown = options.map((option) => shownOption(option, tx.today))
  const held = { ...row.properties, ...triedProperties(shown) }
  return {
    id: tx.customerId,
    name: row.name,
    provider: row.provider,
    ends_on: row.ends_on,
    days_left: row.days_left,
    quotas: counts.map(({ name, entity, refused }) => ({
      name,
      entity,
      used: used.find((one) => one.name === name)?.used ?? 0,
      limit: row.quotas[name] ?? null,
      refused: translate(refused),
    })),
    features: row.features,
    add_ons: propertyNames.filter((name) => name !== 'hidePublicApi' && held[name] === true),
    trials: shown.filter(({ status }) => status === 'ON_TRIAL').map(({ type, count_down: left }) => ({ type, days_left: left })),
    versions_kept: row.quotas['dashboard_history'] ?? versionsKept,
    log_retention_days: row.log_retention_days,
    version: row.version,
    edit_right: editable,
    counted_at: tx.now.toISOString(),
  }
}

/** Licences: an organisation reads its own, the provider's root those of all and sets them (ADM-24, ADM-45). */
export function licenceCalls(api: Api, resources: Resources): void {
  /** Runs work in the customer that is asked about: one's own, or from outside any other. */
  const about = async <T>(request: FastifyRequest, customer: number | undefined, work: (tx: Tx, editable: boolean) => Promise<T>): Promise<T> => {
    const mine = await api.inSession(request, async (tx) => {
      if (!can(tx.who, 'licence.read')) throw forbidden()
      return tx.customerId === providerCustomer ? { who: tx.who } : { done: await work(tx, false) }
    })
    if ('done' in mine) return mine.done as T
    const { who } = mine
    const id = customer ?? 0
    const place = await asStaff(api, request, readLicence, (tx) =>
      tx.first(sql<{ time_zone: string }>`select time_zone from customer where id = ${id} and kind = 'ORGANISATION'`),
    )
    if (!place) throw notFound()
    return api.ports.db.transaction(id, async (tx) => {
      tx.act(systemWho(id, 'licence', request.id, who.lang, place.time_zone))
      return work(tx, can(who, 'licence.write'))
    })
  }
  const say = (request: FastifyRequest) => (key: string) => api.translateFor(request, key)

  api.addRaw(operationOf(readLicence, 'licence'), async ({ request, query }) => {
    const { customer }: QueryOf<typeof readLicence> = query
    return { ok: true, object: await about(request, customer as number | undefined, (tx, editable) => licenceOf(tx, say(request), editable)) }
  })

  api.addRaw(operationOf(listCounted, 'licence'), async ({ request, query }) => {
    const { customer, quota: name, after = 0 }: { customer?: number; quota: string; after?: number } = query
    return about(request, customer, async (tx) => {
      const quota = quotaCounts.all().find((one) => one.name === name)
      if (!quota) throw notFound()
      const resource = resourceOf(resources, quota.entity)
      const q = rowRef('q')
      const [count, rows] = await Promise.all([
        tx.first(sql<{ total: number }>`select count(*)::int as total from ${countedRows(tx, quota)}`),
        tx.run(sql<{
          id: number
          identifier: string | null
          name: string
        }>`select q.id, ${fieldOf(resource.def, 'identifier') ? sql`q.identifier::text` : sql`null::text`} as identifier, coalesce(${title(resource, q, tx.who.lang)}::text, '') as name
          from ${countedRows(tx, quota)} where q.id > ${after} order by q.id limit ${pageOfCounted + 1}`),
      ])
      const shown = rows.slice(0, pageOfCounted)
      return { ok: true, objects: shown, total: count?.total ?? 0, next: rows.length > pageOfCounted ? (shown.at(-1)?.id ?? null) : null }
    })
  })

  api.addRaw(operationOf(updateLicence, 'licence'), async ({ request, params, body }) => {
    const { quotas, ends_on, version }: BodyOf<typeof updateLicence> = body
    await asStaff(api, request, updateLicence, async (tx) => {
      const current = await tx.first(sql<{ version: number }>`select version from customer where id = ${params.id} and kind = 'ORGANISATION' for no key update`)
      if (!current) throw notFound()
      if (current.version !== version) throw new AppError('STALE', 'kit.errors.stale')
      await tx.run(
        sql`update customer set quotas = quotas || ${JSON.stringify(quotas)}::jsonb, licence_ends_on = ${ends_on}::date, version = version + 1, updated_at = moment() where id = ${params.id}`,
      )
      tx.audit({ entity: 'customer', object_id: params.id, action: 'quotas', version: version + 1, details: JSON.stringify({ ...quotas, ends_on }) })
    })
    return {
      ok: true,
      message: api.translateFor(request, 'kit.messages.saved'),
      object: await about(request, params.id, (tx, editable) => licenceOf(tx, say(request), editable)),
    }
  })
}

interface Ending {
  readonly what: string
  readonly ends_on: string
  readonly left: number
}

/** Tells the global pilots 30, 7 and 1 days before the licence or a trial ends, each once, whatever was missed meanwhile. */
export const licenceJob = ({ translate, publicUrl }: Post): Job => ({
  name: 'tenancy.licence',
  schedule: '25 0 * * *',
  run: async ({ tx }) => {
    const ending = await tx.run(sql<Ending>`select e.what, e.ends_on::text, e.ends_on - ${tx.today}::date as left from (
        select 'LICENCE' as what, c.licence_ends_on as ends_on from customer c where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}
        union all select o.type, o.ends_on - 1 from customer_option o where o.customer_id = ${tx.customerId} and o.status = 'ON_TRIAL') e
      where e.ends_on >= ${tx.today}::date and e.ends_on <= ${tx.today}::date + 30`)
    for (const { what, ends_on, left } of ending) {
      const days = toldBefore.findLast((one) => left <= one)
      const [first] =
        await tx.run(sql`insert into licence_told (customer_id, what, ends_on, days_before) values (${tx.customerId}, ${what}, ${ends_on}::date, ${days})
        on conflict do nothing returning 1 as one`)
      if (!first) continue
      const pilots = await tx.run(sql<{
        email: string
        lang: Language
      }>`select m.email, m.lang from member m where m.customer_id = ${tx.customerId} and m.kind = 'MEMBER'
        and not m.disabled and not m.archived and 'global_pilote' = any(m.roles) and exists (select 1 from reachable_members(${tx.today}::date) r where r.member_id = m.id) order by m.id`)
      for (const { email, lang } of pilots) {
        const name = translate({ key: what === 'LICENCE' ? 'tenancy.licence.the_licence' : `tenancy.trial.types.${what}` }, lang)
        const values = { name, days: left, day: writtenDay(ends_on, lang) }
        await sendMail(tx, translate, {
          to: email,
          lang,
          subject: { key: 'tenancy.mail.ending_subject', values },
          paragraphs: [{ key: 'tenancy.mail.ending_text', values }],
          action: { label: { key: 'tenancy.mail.ending_action' }, url: `${publicUrl}/admin/licenses` },
        })
      }
    }
  },
})
