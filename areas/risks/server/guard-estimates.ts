import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { estimateBounds } from '#areas/risks/contract/estimates.ts'
import type { risk } from '#areas/risks/contract/risk.ts'

/** A moment is estimated once, always as things are now, and from the least to the greatest. */
export function guardEstimates({ changes, refuse }: GuardContext<typeof risk>): void {
  const lines = changes.estimates ?? []
  if (lines.length === 0) return
  const moments = lines.map(({ moment }) => moment)
  if (new Set(moments).size < moments.length) refuse('estimates', 'risks.errors.estimated_twice')
  if (!moments.includes('NOW')) refuse('estimates', 'risks.errors.estimate_now')
  for (const line of lines)
    for (const kind of ['frequency', 'loss'] as const) {
      const [low, likely, high] = estimateBounds.map((bound) => line[`${kind}_${bound}`] ?? 0)
      if ((low ?? 0) > (likely ?? 0) || (likely ?? 0) > (high ?? 0)) refuse('estimates', `risks.errors.${kind}_order`)
    }
}
