import { useQuery } from '@tanstack/react-query'
import { api } from '#kit/web/api/client.ts'

/** What the tree shows of the scores, which belong to an area above. */
interface Nodes {
  readonly object: {
    readonly nodes: readonly { readonly lineage_id: number; readonly id: number; readonly kind: string; readonly score: { readonly coverage: number | null } }[]
  }
}

/** How far measures in place cover each group and requirement, in percent, by `<kind> <id>`: in one perimeter, or over all that the reader reaches. */
export function useCoverage(policy: number, perimeter: number | undefined, applied: boolean): ReadonlyMap<string, number | null> | undefined {
  return useQuery({
    queryKey: ['score', 'coverage_of', policy, perimeter],
    queryFn: ({ signal }) => api.get<Nodes>(`/score/policy/${policy}`, { signal, query: perimeter === undefined ? {} : { perimeter, scope: 'own' } }),
    enabled: applied,
    select: ({ object: { nodes } }) =>
      new Map(nodes.map(({ kind, lineage_id, id, score }) => [kind === 'GROUP' ? `group ${id}` : `requirement ${lineage_id}`, score.coverage])),
  }).data
}
