import type { Change } from '#areas/policies/contract/score-preview.ts'
import { useRight } from '#kit/web/api/session.ts'
import type { Foreseen } from '#kit/web/resource/foresee.ts'
import { ScorePreview } from './score-preview.tsx'

/** More changes than one preview takes. */
const mostMoves = 500

/** What the scores become where perimeters are placed below another one; nothing for whoever reads no scores, or where nothing moves. */
export function MovePreview({ rows, value }: Foreseen) {
  const reads = useRight('score.read')
  if (!reads || typeof value !== 'number') return null
  const moved = rows.filter((row) => (row as { readonly parent?: { readonly id: number } | null }).parent?.id !== value)
  if (moved.length === 0 || moved.length > mostMoves) return null
  return <ScorePreview changes={moved.map(({ id }): Change => ({ kind: 'MOVE', perimeter: id, parent: value }))} />
}
