import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { AppError, type FieldMessages } from '#kit/contract/errors.ts'
import type { Fields } from '#kit/contract/field.ts'
import { levelOf, type Level, type Levels } from '#kit/contract/level.ts'
import type { RowWrite } from '#kit/server/data/links/links.ts'
import type { Changes, Stored } from './resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** The levels of an organisation's default scales by kind, lowest first, as one JSON scalar. */
export const defaultLevels = (customer: RawBuilder<unknown>): RawBuilder<Levels> => sql<Levels>`(select coalesce(jsonb_object_agg(s.type, (
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('value', l.value, 'low', l.low, 'high', l.high, 'icon', l.icon))
      || jsonb_build_object('name_en', l.name_en, 'name_fr', l.name_fr, 'color', l.color) order by l.value), '[]')
    from scale__levels l where l.customer_id = s.customer_id and l.owner_id = s.id)), '{}')
  from scale s where s.customer_id = ${customer} and s.is_default)`

const known = new WeakMap<Tx, Promise<Levels>>()

/** The same, read once in a transaction. */
export function levelsOf(tx: Tx): Promise<Levels> {
  const found =
    known.get(tx) ?? tx.first(sql<{ levels: Levels }>`select ${defaultLevels(sql`${tx.customerId}::bigint`)} as levels`).then((row) => row?.levels ?? {})
  known.set(tx, found)
  return found
}

/** After scales were written in a transaction: what was read of them before holds no more. */
export const forgetLevels = (tx: Tx): void => void known.delete(tx)

/** The levels that the fields of an entity are of; nothing is read for an entity without such a field. */
export const levelsFor = (tx: Tx, def: EntityDef): Promise<Levels> => (hasLevels(def.fields) ? levelsOf(tx) : Promise.resolve({}))

const hasLevels = (fields: Fields): boolean =>
  Object.values(fields).some(({ kind, options }) => kind === 'scale' || (options.fields !== undefined && hasLevels(options.fields)))

/** Whether a value is a level of the default scale of a kind. */
export async function isLevel(tx: Tx, scale: string, value: number): Promise<boolean> {
  return levelOf((await levelsOf(tx))[scale] ?? [], value) !== undefined
}

/** Every level that is written must be one of its scale; one that is given back as it was stays, whatever became of the scale. Throws INVALID. */
export async function checkLevels(tx: Tx, { fields }: EntityDef, writes: readonly RowWrite[]): Promise<void> {
  const given: { readonly path: string; readonly scale: string; readonly value: number; readonly message: string }[] = []
  const collect = (of: Fields, values: Changes, path: string, before?: Stored) => {
    for (const [name, { kind, options }] of Object.entries(of)) {
      const value = values[name]
      if (kind === 'scale' && typeof value === 'number' && before?.[name] !== value)
        given.push({ path: path + name, scale: options.scale ?? '', value, message: options.boundsMessage ?? 'kit.errors.not_a_level' })
      if (kind === 'rows' && Array.isArray(value)) (value as Changes[]).forEach((child, n) => collect(options.fields ?? {}, child, `${path}${name}.${n}.`))
    }
  }
  for (const [n, { changes, before }] of writes.entries()) collect(fields, changes, writes.length > 1 ? `rows.${n}.` : '', before)
  if (given.length === 0) return
  const levels: Readonly<Record<string, readonly Level[]>> = await levelsOf(tx)
  const wrong = given.filter(({ scale, value }) => levelOf(levels[scale] ?? [], value) === undefined)
  if (wrong.length === 0) return
  const refused: FieldMessages = Object.fromEntries(wrong.map(({ path, message }) => [path, [{ key: message }]]))
  throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: refused })
}
