import { dayIn } from '#kit/contract/wall-clock.ts'
import { sql, type RawBuilder } from 'kysely'
import { features as everyFeature, writers, type Right } from '#kit/contract/right.ts'
import type { SessionFacts, Who } from '#kit/server/access/who.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import { defaultLevels } from '#kit/server/data/resources/levels.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { contextOf } from '#kit/server/http/page-context.ts'
import type { SessionUser } from '#areas/access/contract/calls.ts'
import { flagNames } from '#areas/tenancy/contract/security-policy.ts'
import { everyInstance, optionRows, shownOption, triedProperties, type OptionRow } from '#areas/tenancy/server/index.ts'

type Place = SessionUser['customers'][number]

interface Shown {
  readonly email: string
  readonly name: string
  readonly initials: string | null
  readonly theme: SessionUser['theme']
  readonly time_zone: string | null
  readonly date_order: SessionUser['date_order']
  readonly customer: Place & {
    kind: string
    logo: string | null
    properties: Record<string, unknown>
    features: SessionUser['features']
    flags: Record<string, boolean>
    context_type: SessionUser['context_type']
    mfa_mode: SessionUser['mfa_mode']
    password_max_age: number
    instance: SessionUser['instance']
    instance_type: SessionUser['instance_type']
    instance_flags: Record<string, boolean>
    terms_version: number
    options: OptionRow[]
  }
  readonly account: { mfa_activated: boolean; mfa_enabled: boolean; password_changed_at: string | null; terms_version: number } | null
  readonly customers: Place[]
  readonly levels: SessionUser['levels']
  readonly home: number | null
}

/** What opens in place of the cockpit: the id of what an area above lets its reader choose; null where they chose nothing that they still read. */
export const chosenHome = extensionPoint<(who: Who) => RawBuilder<number | null>>()

const switchable = 12

/** What the client is told about the one who acts (ACC-38). */
export async function sessionUser(tx: Tx, who: Who, { demo, now }: { demo: boolean; now: Date }): Promise<SessionUser> {
  const shown = await tx.first(sql<Shown>`select m.email, m.name, m.initials, m.theme, m.time_zone, m.date_order,
      jsonb_build_object('id', c.id, 'name', c.name, 'color', c.color, 'logo', (select '/api/picture/' || p.id from picture p where p.customer_id = ${tx.customerId} and p.kind = 'LOGO'), 'kind', c.kind, 'properties', c.properties, 'features', c.features,
        'flags', c.flags, 'context_type', c.context_type, 'mfa_mode', mfa_mode_of(c.id), 'password_max_age', password_max_age_of(c.id),
        'instance', jsonb_build_object('id', i.id, 'name', i.name), 'instance_type', i.type, 'instance_flags', i.flags, 'terms_version', i.terms_version,
        'options', (select coalesce(jsonb_agg(to_jsonb(o) order by o.type), '[]') from (${optionRows(tx.customerId)}) as o)) as customer,
      (select to_jsonb(f) from account_facts(m.account_id) as f) as account,
      (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from (${customers(who, '', switchable)}) as p) as customers, ${defaultLevels(sql`c.id`)} as levels, ${home(who)} as home
    from member m join customer c on c.id = m.customer_id join ${everyInstance} i on i.id = c.instance_id
    where m.customer_id = ${tx.customerId} and m.id = ${who.memberId}`)
  if (!shown) throw new Error('The actor has no member')
  const customer = who.outside ? toldOutside(shown.customer) : shown.customer
  const { id, name, color, logo, kind, properties, features, instance } = customer
  const { account } = shown
  const options = customer.options.map((option) => shownOption(option, dayIn(now, who.timeZone)))
  const { method, tied, mode, pending, impersonator, instanceUser } = who.session ?? noSession
  if (method === 'KEY') throw new Error('A program has no session')
  return {
    context: contextOf(who),
    email: shown.email,
    name: shown.name,
    initials: shown.initials ?? '',
    lang: who.lang,
    customer: kind === 'PROVIDER' ? null : { id, name, color, logo, options },
    customers: tied || impersonator !== null ? [{ id, name, color }] : shown.customers,
    instance,
    instance_type: kind === 'ORGANISATION' ? customer.instance_type : 'catalog',
    roles: [...who.roles],
    role: who.roles[0] ?? null,
    admin_type: who.adminType,
    member_id: who.memberId ?? 0,
    rights: [...who.rights] as Right[],
    method,
    saml: method === 'SAML',
    tied,
    mode,
    outside: who.outside !== null,
    leaving: who.session?.leaving ?? false,
    pending: [...pending],
    impersonator,
    mfa_activated: account?.mfa_activated ?? false,
    mfa_enabled: account?.mfa_enabled ?? false,
    mfa_mode: customer.mfa_mode,
    cgu_accepted: (account?.terms_version ?? 0) >= customer.terms_version,
    // Who acts as somebody else cannot change that person's password.
    password_reminder:
      method === 'PASSWORD' && impersonator === null ? passwordReminder(account?.password_changed_at ?? null, customer.password_max_age, now) : null,
    context_type: customer.context_type,
    read_write: who.roles.some((role) => writers.includes(role)) || (who.adminType !== null && kind !== 'PROVIDER'),
    only_contributor: who.roles.length === 1 && who.roles[0] === 'contributor',
    instance_user: instanceUser,
    theme: shown.theme,
    time_zone: shown.time_zone ?? who.timeZone,
    date_order: shown.date_order,
    properties: { ...propertiesOf(properties), ...triedProperties(options), lang: who.lang },
    features: kind === 'PROVIDER' ? [...everyFeature] : features,
    flags: Object.fromEntries(flagNames.map((flag) => [flag, customer.flags[flag] ?? customer.instance_flags[flag] ?? true])),
    levels: shown.levels,
    home: shown.home,
    demo,
  }
}

const home = (who: Who): RawBuilder<number | null> => {
  const chosen = who.outside ? [] : chosenHome.all().map((of) => of(who))
  return chosen.length === 0 ? sql`null::int` : sql`coalesce(${sql.join(chosen)})`
}

/** People from outside are told nothing of what the organisation has. */
const toldOutside = (customer: Shown['customer']): Shown['customer'] => ({
  ...customer,
  options: [],
  properties: {},
  features: [],
  flags: {},
  instance_flags: {},
})

const noSession: SessionFacts = {
  method: 'PASSWORD',
  tied: false,
  mode: 'NORMAL',
  pending: [],
  withheld: new Set(),
  impersonator: null,
  instanceUser: false,
  since: null,
  address: null,
}

/** What the organisation has bought or set (ACC-39); everything else in `properties` is its own. */
const propertiesOf = (own: Readonly<Record<string, unknown>>) => ({
  isp_enable: false,
  risk_analysis_enable: false,
  hidePublicApi: false,
  has_connector: true,
  connector_allowed: true,
  isLocalProvider: false,
  ...own,
})

const hour = 3_600_000
const reminderDays = 15

/** How long a password still lasts when that is less than 15 days; null when it never ends. */
export function passwordReminder(changedAt: string | null, maxAgeDays: number, now: Date): SessionUser['password_reminder'] {
  if (changedAt === null || maxAgeDays === 0) return null
  const left = new Date(changedAt).getTime() + maxAgeDays * 24 * hour - now.getTime()
  if (left > reminderDays * 24 * hour) return null
  return left < 48 * hour ? { value: Math.max(0, Math.ceil(left / hour)), unit: 'hours' } : { value: Math.ceil(left / (24 * hour)), unit: 'days' }
}

const customers = (who: Who, search: string, limit: number) => sql<Place>`select customer_id as id, name, color from customers_of(${who.accountId})
  where strpos(fold(name), fold(${search})) > 0 order by name collate "und-x-icu", customer_id limit ${limit}`

/** The organisations that the person may switch to and whose name contains a text, at most `limit`. */
export const listCustomers = (tx: Tx, who: Who, search: string, limit: number): Promise<Place[]> =>
  who.session?.tied || who.impersonatorId !== null ? Promise.resolve([]) : tx.run(customers(who, search, limit))
