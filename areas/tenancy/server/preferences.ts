import { sql } from 'kysely'
import { AppError, invalidField, notFound } from '#kit/contract/errors.ts'
import { messagesOf } from '#kit/contract/schema.ts'
import { features, roles, type Right } from '#kit/contract/right.ts'
import { asSql, both } from '#kit/server/access/row-rule.ts'
import { can } from '#kit/server/access/authorize.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { fieldOf, rowRef, title } from '#kit/server/data/sql/columns.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { writeOrganisationSettings } from '#areas/tenancy/contract/organisation-settings.ts'
import {
  fromInstance,
  listPreferences,
  readPreference,
  settingPreferences,
  writePreference,
  type Preference,
  type PreferenceValue,
  type SettingPreference,
} from '#areas/tenancy/contract/preferences.ts'
import { readSettings, saveSettings } from './organisation-settings.ts'

/** Which row of an entity is the default: of all of them, or of those of one kind. */
interface DefaultRow {
  readonly key: string
  readonly resource: Resource
  readonly within: { readonly column: string; readonly field: string; readonly value: string } | null
  /** By what a row is told: those of a kind by their identifier (ADM-22), others by their id. */
  readonly by: 'id' | 'identifier'
}

/** The key under which the default of the scores' scale has always been read (ADM-22). */
const named: Readonly<Record<string, string>> = { default_scale_indicator: 'performance_scale' }

/** What has a default by its declaration is a preference; of a choice that it is the default within, each value. */
function defaultRows(resources: Resources): DefaultRow[] {
  return [...resources.values()].flatMap((resource): DefaultRow[] => {
    const { name, fields, oneDefault } = resource.def
    if (!oneDefault) return []
    const { within } = oneDefault
    if (within === undefined) return [{ key: `default_${name}`, resource, within: null, by: 'id' }]
    const choices = fields[within]?.options.values ?? []
    return choices.map((value) => {
      const key = `default_${name}_${value}`
      return {
        key: named[key] ?? key,
        resource,
        within: { column: within, field: within, value },
        by: fieldOf(resource.def, 'identifier') ? 'identifier' : 'id',
      }
    })
  })
}

interface Row {
  readonly id: number
  readonly identifier: string | null
  readonly name: string
  readonly is_default: boolean
  readonly editable: boolean
  readonly kind: string | null
}

/** The most rows that are offered for one default. */
const offered = 200
const t = rowRef('t')

/** Rows of an entity that could be its default, one statement for each entity. */
const rowsOf = (tx: Tx, { resource, within }: DefaultRow) =>
  tx.run(sql<Row>`select * from (select t.id, ${fieldOf(resource.def, 'identifier') ? sql`t.identifier::text` : sql`null::text`} as identifier, coalesce(${title(resource, t, tx.who.lang)}::text, '') as name,
      t.is_default, ${asSql(resource.rules.regular?.(t, tx.who) ?? resource.rules.update(t, tx.who))} as editable, ${within ? sql`${t(within.column)}::text` : sql`null::text`} as kind,
      row_number() over (partition by ${within ? t(within.column) : sql`1`} order by not t.is_default, t.id) as n
    from ${sql.table(resource.def.name)} as t where t.customer_id = ${tx.customerId} and ${asSql(both(resource.rules.read(t, tx.who), fieldOf(resource.def, 'archived') ? sql<boolean>`not t.archived` : true))}) rows
    where n <= ${offered} order by name, id`)

type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

const holdersOf = (tx: Tx, say: Say, rights: readonly Right[]) =>
  roles.filter((role) => rights.every((right) => tx.rightsOf([role], features).has(right))).map((role) => say(`people.roles.${role}`))

/** Rights that choosing a row as the default asks for. */
const rightsOfRow = ({ resource: { def } }: DefaultRow): Right[] =>
  [def.rights.update, def.fields.is_default?.options.setBy].flatMap((right) => (right ? [right, 'organisation_settings.write'] : []))

function settingOf(settings: Awaited<ReturnType<typeof readSettings>>, key: keyof typeof settingPreferences): { value: PreferenceValue; inherited: boolean } {
  const { setting } = settingPreferences[key]
  const value = settings[setting]
  const inherits = fromInstance.some((one) => one === key)
  return value === null && inherits ? { value: settings.instance[setting as keyof typeof settings.instance], inherited: true } : { value, inherited: false }
}

const settingKeys = Object.keys(settingPreferences) as (keyof typeof settingPreferences)[]

/** All that an organisation prefers, in one order: a row's place is its id. */
async function allPreferences(tx: Tx, resources: Resources, say: Say): Promise<Preference[]> {
  const settings = await readSettings(tx)
  const rows = defaultRows(resources).filter(({ resource }) => can(tx.who, resource.def.rights.read))
  const found = new Map<Resource, Row[]>()
  for (const one of rows) if (!found.has(one.resource)) found.set(one.resource, await rowsOf(tx, one))
  const mayWrite = can(tx.who, 'organisation_settings.write')
  return [
    ...settingKeys.map((key): Omit<Preference, 'id'> => {
      const given: SettingPreference = settingPreferences[key]
      return {
        key,
        kind: given.kind,
        name: say(`tenancy.preferences.names.${key}`),
        meaning: say(`tenancy.preferences.meanings.${key}`),
        ...settingOf(settings, key),
        default: given.default,
        options: (given.choices ?? []).map((choice) => ({ value: choice, label: say(`tenancy.preferences.choices.${choice}`) })),
        min: given.min ?? null,
        max: given.max ?? null,
        who: holdersOf(tx, say, ['organisation_settings.write']),
        edit_right: mayWrite,
      }
    }),
    ...rows.map((one): Omit<Preference, 'id'> => {
      const { def } = one.resource
      const own = (found.get(one.resource) ?? []).filter(({ kind }) => one.within === null || kind === one.within.value)
      const kind = one.within
        ? `${say(`${def.area}.entities.${def.name}.one`)} (${say(`${def.area}.entities.${def.name}.choices.${one.within.field}.${one.within.value}`)})`
        : say(`${def.area}.entities.${def.name}.one`)
      const chosen = own.find(({ is_default: chose }) => chose)
      const rights = rightsOfRow(one)
      return {
        key: one.key,
        kind: 'row',
        name: say('tenancy.preferences.default_row', { kind }),
        meaning: say('tenancy.preferences.default_meaning'),
        value: chosen?.[one.by] ?? null,
        inherited: false,
        default: null,
        options: own.flatMap((row) => {
          const by = row[one.by]
          return by !== null && (row.editable || row.is_default) ? [{ value: by, label: row.name }] : []
        }),
        min: null,
        max: null,
        who: holdersOf(tx, say, rights),
        edit_right: rights.every((right) => can(tx.who, right)),
      }
    }),
  ].map((one, n) => ({ id: n + 1, ...one }))
}

/** What one preference is, to whoever is signed in; undefined where there is none of this key. */
async function valueOf(tx: Tx, resources: Resources, key: string): Promise<PreferenceValue | undefined> {
  const setting = settingKeys.find((one) => one === key)
  if (setting) return settingOf(await readSettings(tx), setting).value
  const one = defaultRows(resources).find((each) => each.key === key)
  if (!one) return undefined
  const { resource, within, by } = one
  const row = await tx.first(sql<{
    id: number
    identifier: string | null
  }>`select t.id, ${by === 'identifier' ? sql`t.identifier::text` : sql`null::text`} as identifier
    from ${sql.table(resource.def.name)} as t where t.customer_id = ${tx.customerId} and t.is_default ${within ? sql`and ${t(within.column)} = ${within.value}` : sql``}`)
  return row?.[by] ?? null
}

const invalidForm = () => new AppError('INVALID', 'kit.errors.invalid_form', { fields: { value: [{ key: 'kit.errors.invalid_form' }] } })

/** Makes a row the default by the ordinary write of it; refused where it is not there, archived or not the reader's to change (ADM-23). */
async function chooseRow(tx: Tx, resources: Resources, one: DefaultRow, value: PreferenceValue): Promise<void> {
  const { resource, within, by } = one
  const archived = fieldOf(resource.def, 'archived') ? sql<boolean>`not t.archived` : true
  const found =
    typeof value === (by === 'id' ? 'number' : 'string') &&
    (await tx.first(sql<{ id: number }>`select t.id from ${sql.table(resource.def.name)} as t where t.customer_id = ${tx.customerId} and ${t(by)} = ${value}
      ${within ? sql`and ${t(within.column)} = ${within.value}` : sql``} and ${asSql(
        both(resource.rules.read(t, tx.who), resource.rules.regular?.(t, tx.who) ?? resource.rules.update(t, tx.who), archived),
      )}`))
  if (!found || !rightsOfRow(one).every((right) => can(tx.who, right))) throw invalidForm()
  await updateRow(tx, authorizeVerb(tx, resource, 'update'), resource, resources, found.id, { is_default: true })
}

/** What an organisation prefers (ADM-21 … ADM-23). */
export function preferenceCalls(api: Api, resources: Resources): void {
  handle(api, 'organisation', listPreferences, async ({ tx, translate }) => ({ objects: await allPreferences(tx, resources, translate) }))

  handle(api, 'organisation', readPreference, async ({ tx, params }) => {
    const key = String(params.key)
    const value = await valueOf(tx, resources, key)
    if (value === undefined) throw notFound()
    return { object: { key, value } }
  })

  handle(api, 'organisation', writePreference, async ({ tx, params, body: { key, value, was }, translate }) => {
    const known = (await allPreferences(tx, resources, translate)).find((one) => one.key === key)
    if (known?.id !== params.id) throw notFound()
    if (was !== undefined && was !== known.value) throw new AppError('STALE', 'kit.errors.stale', { object: known })
    const setting = settingKeys.find((one) => one === key)
    if (setting) {
      const given = writeOrganisationSettings.body?.safeParse({ [settingPreferences[setting].setting]: value })
      if (!given?.success)
        throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { value: given ? Object.values(messagesOf(given.error)).flat() : [] } })
      await saveSettings(tx, given.data)
    } else {
      const one = defaultRows(resources).find((each) => each.key === key)
      if (!one) throw notFound()
      await chooseRow(tx, resources, one, value)
    }
    const after = (await allPreferences(tx, resources, translate)).find((each) => each.key === key)
    if (!after) throw invalidField('key', 'kit.errors.invalid_value')
    return { message: translate('kit.messages.saved'), object: after }
  })
}
