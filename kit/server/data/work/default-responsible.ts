import type { EntityDef } from '#kit/contract/entity.ts'
import type { Right } from '#kit/contract/right.ts'
import type { WorkItem } from '#kit/contract/work-item.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { WriteContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** Who is responsible by default for work in some perimeters that asks for a right, by the perimeter; whoever may not do it is nobody's default. */
export type DefaultPeople = (tx: Tx, perimeters: readonly number[], asks: Right) => Promise<ReadonlyMap<number, number>>

/** By which field somebody is responsible for what is no work of its own, such as a measure that is in place, and what that asks of them. */
export const responsibleFields = extensionPoint<{ readonly entity: string; readonly person: string; readonly asks: Right }>()

/** Says so, if anybody does; one at most. */
export const defaultPeople = extensionPoint<DefaultPeople>()

/** By which field somebody is responsible by default for a kind of work, and what it asks of them; nothing of work that is in no perimeter. */
export function defaultResponsible({
  entity,
  responsible,
}: Pick<WorkItem, 'entity' | 'responsible'>): { readonly person: string; readonly asks: Right } | undefined {
  const { person } = responsible ?? {}
  const place = entity.fields.perimeter
  const options = person === undefined ? undefined : entity.fields[person]?.options
  if (person === undefined || responsible?.chosen || !options?.asks || options.by === 'server' || place?.kind !== 'ref' || place.options.derived)
    return undefined
  return { person, asks: options.asks }
}

/**
 * Gives new work of which nobody says whose it is to whoever is responsible by default where it is, in one statement for all rows of a write. Whoever says that
 * it is nobody's, by an empty field, is taken at their word; so is the installation itself, which only does what was asked of it.
 */
export async function fillResponsible(work: WorkItem, contexts: readonly Pick<WriteContext<EntityDef>, 'tx' | 'verb' | 'changes'>[]): Promise<void> {
  const field = defaultResponsible(work)
  const [find] = defaultPeople.all()
  const [first] = contexts
  if (!field || !find || !first || first.tx.who.memberId === null) return
  const { group } = work.responsible ?? {}
  const open = contexts.filter(
    ({ verb, changes }) =>
      verb === 'create' && changes[field.person] === undefined && (group === undefined || changes[group] == null) && typeof changes.perimeter === 'number',
  )
  if (open.length === 0) return
  const people = await find(first.tx, [...new Set(open.map(({ changes }) => changes.perimeter as number))], field.asks)
  for (const { changes } of open) {
    const id = people.get(changes.perimeter as number)
    if (id !== undefined) (changes as Record<string, unknown>)[field.person] = id
  }
}

/** Who is responsible by default for one thing in a perimeter; null where that is nobody, and where the installation itself does what was asked of it. */
export async function defaultPersonAt(tx: Tx, perimeter: number, asks: Right): Promise<number | null> {
  const [find] = defaultPeople.all()
  if (!find || tx.who.memberId === null) return null
  return (await find(tx, [perimeter], asks)).get(perimeter) ?? null
}
