import { dayIn } from '#kit/contract/wall-clock.ts'
import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { AppError, forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle, type Job, type Post } from '#kit/server/http/area.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import { sendMail } from '#kit/server/mail/mail.ts'
import { askAppointment, changeTrial, startTrial, trialDays, type CustomerOption, type OptionType } from '#areas/tenancy/contract/trial.ts'
import { bought, optionRows, shownOption, type OptionRow } from './trial-state.ts'

/** Days before its end at which whoever started a trial is told (SHL-24). */
const reminderDays = 3
const onlyPilots = 'tenancy.errors.contact_administrator'

/** Starting, dismissing and talking about add-ons; global pilots alone (SHL-26). */
export function trialCalls(api: Api): void {
  const today = (who: Who) => dayIn(api.ports.now(), who.timeZone)

  api.add({ ...operationOf(startTrial, 'customer_option'), refusal: onlyPilots }, async ({ tx, who, body, translate }) => {
    const { type, send_reminder: remind }: { type: OptionType; send_reminder: boolean } = body
    await refuseStart(tx, type, api.ports.addOns)
    const day = today(who)
    const made = await tx.first(sql<{ id: number }>`insert into customer_option (customer_id, type, status, date_start, ends_on, send_reminder, started_by)
      values (${tx.customerId}, ${type}, 'ON_TRIAL', ${day}::date, ${day}::date + ${trialDays}::int, ${remind}, ${who.memberId})
      on conflict (customer_id, type) do nothing returning id`)
    if (!made) throw new AppError('CONFLICT', 'tenancy.errors.trial_exists')
    tx.audit({ entity: 'customer_option', object_id: made.id, action: 'start', details: JSON.stringify({ type }) })
    return { message: translate('tenancy.messages.trial_started'), object: await one(tx, made.id, day) }
  })

  api.add({ ...operationOf(changeTrial, 'customer_option'), refusal: onlyPilots }, async ({ tx, who, params, body, translate }) => {
    const given: { dismissed?: true; type: OptionType } = body
    const day = today(who)
    await tx.run(sql`select 1 from customer_option where customer_id = ${tx.customerId} and id = ${params.id} for update`)
    const option = await one(tx, params.id, day)
    if (option.type !== given.type) throw invalidField('type', 'kit.errors.bad_parameters')
    if (given.dismissed) await dismiss(tx, option)
    else await startAgain(tx, option, day, api.ports.addOns)
    return {
      message: translate(given.dismissed ? 'tenancy.messages.trial_dismissed' : 'tenancy.messages.trial_started'),
      object: await one(tx, params.id, day),
    }
  })

  handle(api, 'customer_option', askAppointment, async ({ tx, who, body, translate }) => {
    await consume(api.ports.db, `appointment:${tx.customerId}`, 5, 3600)
    await request(tx, who, body.type, body.comment, api)
    return { message: translate('tenancy.messages.appointment') }
  })
}

async function one(tx: Tx, id: number, day: string): Promise<CustomerOption> {
  const row = await tx.first(sql<OptionRow>`select * from (${optionRows(tx.customerId)}) as o where o.id = ${id}`)
  if (!row) throw notFound()
  return shownOption(row, day)
}

/** A partner's customers buy from the partner, what has been bought needs no trial, and what has no pages cannot be tried. */
async function refuseStart(tx: Tx, type: OptionType, landed: readonly string[]): Promise<void> {
  if (!landed.includes(type)) throw new AppError('CONFLICT', 'tenancy.errors.trial_not_landed')
  const place = await tx.first(sql<{ properties: Record<string, unknown>; instance_type: string }>`select c.properties, i.type as instance_type
    from customer c join instance i on i.id = c.instance_id where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
  if (place?.instance_type === 'partner') throw forbidden('tenancy.errors.trial_partner')
  if (bought(place?.properties ?? {}).includes(type)) throw new AppError('CONFLICT', 'tenancy.errors.trial_bought')
}

async function dismiss(tx: Tx, { id, status }: CustomerOption): Promise<void> {
  if (status === 'DISMISSED') return
  await tx.run(
    sql`update customer_option set status = 'DISMISSED', version = version + 1, updated_at = moment() where customer_id = ${tx.customerId} and id = ${id}`,
  )
  tx.audit({ entity: 'customer_option', object_id: id, action: 'dismiss' })
}

/** The days that were won at the first start go on counting; only the provider's staff give new ones (SHL-22). */
async function startAgain(tx: Tx, { id, type, status, count_down: left }: CustomerOption, day: string, landed: readonly string[]): Promise<void> {
  await refuseStart(tx, type, landed)
  const staff = tx.who.adminType !== null
  if (!staff && status === 'ON_TRIAL') throw new AppError('CONFLICT', 'tenancy.errors.trial_exists')
  if (!staff && left === 0) throw new AppError('CONFLICT', 'tenancy.errors.trial_over')
  await tx.run(sql`update customer_option set status = 'ON_TRIAL', date_start = ${day}::date, version = version + 1, updated_at = moment(),
    ends_on = case when ${staff} then ${day}::date + ${trialDays}::int else ends_on end, reminded_on = case when ${staff} then null else reminded_on end
    where customer_id = ${tx.customerId} and id = ${id}`)
  tx.audit({ entity: 'customer_option', object_id: id, action: 'start', details: JSON.stringify({ type, again: true }) })
}

async function request(tx: Tx, who: Who, type: OptionType | null, comment: string, { ports: { translate, publicUrl } }: Api): Promise<void> {
  const made = await tx.first(sql<{ id: number }>`insert into appointment_request (customer_id, member_id, type, comment)
    values (${tx.customerId}, ${who.memberId}, ${type}, ${comment || null}) returning id`)
  tx.audit({ entity: 'appointment_request', object_id: made?.id ?? null, action: 'create', details: JSON.stringify({ type }) })
  const asker = await tx.first(sql<{
    name: string
    email: string
    customer: string
  }>`select m.name, m.email, c.name as customer from member m join customer c on c.id = m.customer_id
    where m.customer_id = ${tx.customerId} and m.id = ${who.memberId}`)
  if (!asker) throw new Error('The actor has no member')
  for (const to of await tx.run(sql<{ email: string; lang: Language }>`select * from provider_contacts()`)) {
    const about = type ? translate({ key: `tenancy.trial.types.${type}` }, to.lang) : translate({ key: 'tenancy.trial.any' }, to.lang)
    await sendMail(tx, translate, {
      to: to.email,
      lang: to.lang,
      subject: { key: 'tenancy.mail.appointment_subject', values: { organisation: asker.customer } },
      paragraphs: [{ key: 'tenancy.mail.appointment_text', values: { name: asker.name, email: asker.email, organisation: asker.customer, about } }],
      ...(comment && { items: [{ text: comment }] }),
      action: { label: { key: 'tenancy.mail.open' }, url: `${publicUrl}/admin/customer` },
    })
  }
}

interface Ending {
  readonly id: number
  readonly type: OptionType
  readonly left: number
  readonly email: string
  readonly lang: Language
}

/** Ends trials whose days are over, and tells whoever started one, once, three days before. */
export const trialJob = ({ translate, publicUrl }: Post): Job => ({
  name: 'tenancy.trials',
  schedule: '15 0 * * *',
  run: async ({ tx }) => {
    const over = await tx.run(sql<{ id: number }>`update customer_option set status = 'EXPIRED', version = version + 1, updated_at = moment()
      where customer_id = ${tx.customerId} and status = 'ON_TRIAL' and ends_on <= ${tx.today}::date returning id`)
    for (const { id } of over) tx.audit({ entity: 'customer_option', object_id: id, action: 'expire' })
    const ending = await tx.run(sql<Ending>`update customer_option o set reminded_on = ${tx.today}::date from member m
      where o.customer_id = ${tx.customerId} and m.customer_id = ${tx.customerId} and m.id = o.started_by and not m.disabled and not m.archived
        and exists (select 1 from reachable_members(${tx.today}::date) r where r.member_id = m.id)
        and o.status = 'ON_TRIAL' and o.send_reminder and o.reminded_on is null and o.ends_on <= ${tx.today}::date + ${reminderDays}::int
      returning o.id, o.type, o.ends_on - ${tx.today}::date as left, m.email, m.lang`)
    for (const { type, left, email, lang } of ending) {
      const values = { name: translate({ key: `tenancy.trial.types.${type}` }, lang), days: left }
      await sendMail(tx, translate, {
        to: email,
        lang,
        subject: { key: 'tenancy.mail.trial_subject', values },
        paragraphs: [{ key: 'tenancy.mail.trial_text', values }],
        action: { label: { key: 'tenancy.mail.trial_action' }, url: `${publicUrl}/admin/preferences` },
      })
    }
  },
})
