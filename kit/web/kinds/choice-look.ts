import { lookOf } from '#kit/web/ui/status-looks.ts'
import type { StatusLook } from '#kit/web/ui/status-looks.ts'
import type { FieldContext } from './kind.ts'

/** How a value of a choice looks: as its area says, else, for statuses, as everywhere. */
export function lookOfChoice({ entity, name, looks }: Pick<FieldContext, 'entity' | 'name' | 'looks'>, value: string): StatusLook | undefined {
  return (looks && Object.hasOwn(looks, value) ? looks[value] : undefined) ?? (name.endsWith('status') ? lookOf(value, `${entity.name}.${name}`) : undefined)
}
