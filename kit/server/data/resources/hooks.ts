import type { EntityDef } from '#kit/contract/entity.ts'
import type { Resource, WriteContext, WrittenContext } from './resource.ts'

/** Whether what the entity does around a write looks at one row at a time: its rows are then written one after the other, so that each is seen by the next. */
export const hooksEach = ({ def, beforeWrite, afterWrite }: Resource): boolean =>
  beforeWrite !== undefined || afterWrite !== undefined || def.oneDefault !== undefined

/** Lets the entity change or refuse what is about to be written. */
export async function beforeWriting(resource: Resource, contexts: readonly WriteContext<EntityDef>[]): Promise<void> {
  for (const context of contexts) await resource.beforeWrite?.(context)
  if (contexts.length > 0) await resource.beforeWrites?.(contexts)
}

/** Lets the entity do what follows from what was written. */
export async function afterWriting(resource: Resource, contexts: readonly WrittenContext<EntityDef>[]): Promise<void> {
  for (const context of contexts) await resource.afterWrite?.(context)
  if (contexts.length > 0) await resource.afterWrites?.(contexts)
}
