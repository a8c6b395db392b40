import { useQuery } from '@tanstack/react-query'
import type { readTree } from '#areas/policies/contract/calls.ts'
import { control, controlGroup } from '#areas/policies/contract/control.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'

/** A whole version, now or at the end of a day; read again after any change of its requirements or groups. `perimeter` adds what that one left out. */
export function useVersionTree(version: number | undefined, perimeter: number | undefined, asOf?: string) {
  const tree = useQuery({
    queryKey: [control.name, 'tree', version, perimeter, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) =>
      api.call<typeof readTree>('GET /policy_version/{id}/tree', {
        params: { id: version ?? 0 },
        query: { ...(perimeter !== undefined && { perimeter }), ...(asOf && { as_of: asOf }) },
        signal,
      }),
    enabled: version !== undefined,
    select: (answer) => answer.object,
  })
  // The tree is kept under the requirements' name; a change of a group reaches it through this.
  useQuery({
    queryKey: [controlGroup.name, 'tree'],
    queryFn: async () => {
      await invalidate(control.name)
      return true
    },
    initialData: true,
    staleTime: Infinity,
  })
  return tree
}
