import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { resourceOf, type WriteContext } from '#kit/server/data/resource.ts'
import { updateRow } from '#kit/server/data/store.ts'
import type { ScaleType, scale } from '#areas/scales/contract/scale.ts'
import { lacksLevels } from './in-use.ts'

/** A scale takes the default from another one under this name in the history. */
const handOver = 'default_moved'

/** The first scale of a kind is the default without anybody's choosing; making another one the default takes it from the first, and no kind goes without (SCL-14). */
export async function keepOneDefault({ tx, grant, resources, before, changes, action }: WriteContext<typeof scale>, type: ScaleType): Promise<void> {
  if (action === handOver) return
  const was = before?.is_default === true
  if (was && changes.is_default === false) throw invalidField('is_default', 'scales.errors.default_needed')
  const becomes = changes.is_default === true && !was
  if (!becomes && before !== undefined) return
  const former = await tx.first(sql<{ id: number }>`select id from scale where customer_id = ${tx.customerId} and type = ${type} and is_default`)
  if (!former) changes.is_default = true
  if (!becomes || !former) return
  if (await lacksLevels(tx, resources, type, await valuesOf({ tx, before, changes })))
    throw new AppError('IN_USE', 'scales.errors.default_lacks', { fields: { is_default: [{ key: 'scales.errors.default_lacks' }] } })
  await updateRow(tx, grant, resourceOf(resources, 'scale'), resources, former.id, { is_default: false }, { action: handOver })
}

/** The values of its levels as they will be. */
async function valuesOf({ tx, before, changes }: Pick<WriteContext<typeof scale>, 'tx' | 'before' | 'changes'>): Promise<number[]> {
  if (changes.levels) return changes.levels.flatMap(({ value }) => (value == null ? [] : [value]))
  const stored = await tx.run(sql<{ value: number }>`select value from scale__levels where customer_id = ${tx.customerId} and owner_id = ${before?.id}`)
  return stored.map(({ value }) => value)
}
