import { useLocation } from '@tanstack/react-router'
import { useAsk } from '#kit/web/navigation.ts'
import type { RowId } from '#kit/web/table/list-state.ts'

let types: ReadonlySet<string> = new Set()

/** Called once by the application: the entities whose objects begin a tree of relations. */
export function registerRelations(entities: readonly string[]): void {
  types = new Set(entities)
}

export const hasRelations = (entity: string): boolean => types.has(entity)

/** The object whose relations the address shows: `?tree=measure:7`. */
export function useShownRelations(): { readonly type: string; readonly id: number } | undefined {
  const word = useLocation({ select: ({ search }) => (search as Readonly<Record<string, unknown>>)['tree'] })
  const [, type = '', id = ''] = (typeof word === 'string' && /^(\w+):(\d+)$/.exec(word)) || []
  return type ? { type, id: Number(id) } : undefined
}

/** Opens the relations of an object over the page, by the address; another one takes the place of the one before, none closes them. */
export function useShowRelations(): (object: { readonly type: string; readonly id: RowId } | undefined, replace?: boolean) => void {
  const ask = useAsk<'/'>()
  return (object, replace = false) => ask({ tree: object && `${object.type}:${object.id}` }, replace)
}
