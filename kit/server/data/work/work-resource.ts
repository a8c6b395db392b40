import type { EntityDef } from '#kit/contract/entity.ts'
import type { WorkItem } from '#kit/contract/work-item.ts'
import { refusals, type Refuse } from '#kit/server/data/store/refusals.ts'
import { defineResource, type Derived, type Resource, type ResourceOf, type WriteContext } from '#kit/server/data/resources/resource.ts'
import { fillResponsible } from './default-responsible.ts'
import { guardWork, statusChange } from './work-guard.ts'
import { workChosen, workDerived, workSought } from './work-sql.ts'

/** A write that is about to be made, with what notes a wrong field: all of them are told together. */
export interface GuardContext<E extends EntityDef> extends WriteContext<E> {
  readonly refuse: Refuse
}

interface WorkResourceOf<E extends EntityDef> extends Omit<ResourceOf<E>, 'def' | 'work' | 'beforeWrite' | 'beforeWrites'> {
  readonly work: WorkItem<E>
  /** Whether its reader is waited for to decide about a row, where its flag `decide_right` does not say it. */
  readonly decision?: Derived
  /** What only this entity asks of a write; the lifecycle is checked after it, over what it has changed. */
  readonly beforeWrite?: (context: GuardContext<E>) => Promise<void> | void
  /** The same for all rows of one write at once: such an entity is written in a number of statements that does not grow with its rows. */
  readonly beforeWrites?: (contexts: readonly GuardContext<E>[]) => Promise<void> | void
  /** Done once a write is found to be allowed, before it is made: what is decided by it about the row as it was. */
  readonly allowed?: (context: WriteContext<E>) => Promise<void> | void
}

/** Registers the server's side of an entity with a lifecycle: guard, flags and the words of what moved follow from its declaration. */
export function defineWorkResource<E extends EntityDef>({
  work: declared,
  derived,
  decision,
  beforeWrite,
  beforeWrites,
  allowed,
  ...rest
}: WorkResourceOf<E>): Resource {
  const { entity } = declared
  // Nothing of the kit's reads a field of the entity but by the names that were declared.
  const work = declared as unknown as WorkItem
  const decides = decision ?? (derived as Readonly<Record<string, Derived>> | undefined)?.decide_right
  const flags = Object.fromEntries(Object.entries<Derived>(workDerived(work, decides)).filter(([name]) => work.entity.fields[name]?.options.derived))
  const guardAll = async (contexts: readonly WriteContext<E>[]) => {
    const guarded = contexts.map((context) => ({ context, ...refusals() }))
    for (const { context, refuse } of guarded) await beforeWrite?.({ ...context, refuse })
    await beforeWrites?.(guarded.map(({ context, refuse }) => ({ ...context, refuse })))
    await fillResponsible(work, contexts)
    for (const { context, refuse, done } of guarded) {
      if (context.verb !== 'delete') guardWork(work, context, refuse)
      done()
      await allowed?.(context)
      if (context.verb === 'update') confirm(work, context)
    }
  }
  const resource: ResourceOf<E> = {
    ...(rest as Omit<ResourceOf<E>, 'def'>),
    def: entity,
    derived: { ...flags, ...derived } as ResourceOf<E>['derived'] & object,
    chosen: workChosen(work, decides),
    sought: Object.fromEntries(Object.entries(workSought(work)).filter(([name]) => name in flags && !Object.hasOwn(derived ?? {}, name))),
    ...(beforeWrites ? { beforeWrites: guardAll } : { beforeWrite: async (context) => guardAll([context]) }),
  }
  const { person, group } = work.responsible ?? {}
  const charge = person && group ? [[person, group] as const] : []
  return { ...defineResource(resource), work, oneOf: [...(rest.oneOf ?? []), ...charge] }
}

/** What moved is told in words of its own instead of «Saved». */
function confirm(work: WorkItem, context: Pick<WriteContext<EntityDef>, 'tx' | 'before' | 'changes'>): void {
  const { from, to } = statusChange(work, context)
  const { area, name } = work.entity
  if (from !== to) context.tx.confirmation ??= { key: `${area}.entities.${name}.now.${to}` }
}
