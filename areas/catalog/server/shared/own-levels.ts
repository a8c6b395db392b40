import type { EntityDef } from '#kit/contract/entity.ts'
import { levelsFor } from '#kit/server/data/resources/levels.ts'
import type { Changes } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Values of a row with each level at the nearest one that the organisation has: scales are its own. */
export async function ownLevels(tx: Tx, def: EntityDef): Promise<(values: Changes) => Changes> {
  const levels = await levelsFor(tx, def)
  const scales = Object.entries(def.fields).filter(([, { kind }]) => kind === 'scale')
  return (values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const of = scales.find(([field]) => field === name)?.[1].options.scale
        const own = of === undefined || typeof value !== 'number' ? [] : (levels[of] ?? [])
        const [nearest] = own.map((level) => level.value ?? level.low ?? 0).toSorted((a, b) => Math.abs(a - Number(value)) - Math.abs(b - Number(value)))
        return [name, nearest ?? value]
      }),
    )
}
