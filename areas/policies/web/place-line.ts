import type { VersionTree } from '#areas/policies/contract/calls.ts'
import { control, controlGroup } from '#areas/policies/contract/control.ts'
import { api } from '#kit/web/api/client.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { attempt } from './attempt.ts'

/** A group or requirement by itself. */
export interface Piece {
  readonly kind: 'group' | 'requirement'
  readonly id: number
}

/** Beside a line of the same kind, or within a group. */
export type Where = 'before' | 'inside' | 'after'

export interface Place {
  readonly group: number | null
  /** The order of those of its kind there; undefined: at its own rank. */
  readonly ids?: readonly number[]
}

const rowsOf = ({ groups, requirements }: VersionTree, kind: Piece['kind']) =>
  kind === 'group'
    ? groups.map(({ id, version, parent_id }) => ({ id, version, group: parent_id }))
    : requirements.map(({ id, version, group_id }) => ({ id, version, group: group_id }))

/** Where a piece would come to stand; undefined where it may not, or stands already. Ranks are kept by kind, so that a requirement has its place among requirements. */
export function placeFor(tree: VersionTree, piece: Piece, target: Piece, where: Where): Place | undefined {
  const own = rowsOf(tree, piece.kind)
  const moved = own.find((row) => row.id === piece.id)
  const aim = rowsOf(tree, target.kind).find((row) => row.id === target.id)
  if (!moved || !aim || (piece.kind === target.kind && piece.id === target.id)) return undefined
  const group = where === 'inside' ? aim.id : aim.group
  if (where === 'inside' ? target.kind !== 'group' || moved.group === aim.id : target.kind !== piece.kind) return undefined
  if (piece.kind === 'group' && isWithin(tree, group, piece.id)) return undefined
  if (where === 'inside') return { group }
  const before = own.filter((row) => row.group === group).map((row) => row.id)
  const rest = before.filter((id) => id !== piece.id)
  const at = rest.indexOf(aim.id) + (where === 'after' ? 1 : 0)
  const ids = rest.toSpliced(at, 0, piece.id)
  return ids.join() === before.join() ? undefined : { group, ids }
}

function isWithin({ groups }: VersionTree, group: number | null, above: number): boolean {
  for (let at = group; at !== null; at = groups.find((row) => row.id === at)?.parent_id ?? null) if (at === above) return true
  return false
}

/** The place one step up or down among its own kind; undefined at the end. */
export function stepFor(tree: VersionTree, piece: Piece, by: -1 | 1): Place | undefined {
  const rows = rowsOf(tree, piece.kind)
  const group = rows.find((row) => row.id === piece.id)?.group
  const siblings = rows.filter((row) => row.group === group)
  const next = siblings[siblings.findIndex((row) => row.id === piece.id) + by]
  return next && placeFor(tree, piece, { kind: piece.kind, id: next.id }, by < 0 ? 'before' : 'after')
}

/** Moves a piece; a refusal is told. */
export async function put(tree: VersionTree, piece: Piece, { group, ids }: Place): Promise<void> {
  const entity = piece.kind === 'group' ? controlGroup : control
  const row = rowsOf(tree, piece.kind).find((one) => one.id === piece.id)
  if (!row) return
  await attempt(async () => {
    const parent = { [piece.kind === 'group' ? 'parent' : 'control_group']: group }
    const moved: { message?: string } = row.group === group ? {} : await saveRow(`/${entity.name}/${piece.id}`, row, parent)
    return ids ? await api.put<{ message?: string }>(`/${entity.name}/order`, { ids }) : moved
  })
}
