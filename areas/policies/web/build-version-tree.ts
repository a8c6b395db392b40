import { isInScope } from './implementation-groups.ts'
import type { TreeGroup, TreeRequirement, VersionTree } from '#areas/policies/contract/calls.ts'

/** One line of a version's tree, in the order of the screen. */
export type VersionLine =
  | { readonly kind: 'group'; readonly key: string; readonly level: number; readonly row: TreeGroup; readonly requirements: number }
  | { readonly kind: 'requirement'; readonly key: string; readonly level: number; readonly row: TreeRequirement }

/** What the panel beside the tree shows. */
export interface Opened {
  readonly kind: 'group' | 'requirement'
  readonly id: number | 'new'
  /** The group in which a new one begins. */
  readonly group?: { readonly id: number; readonly name: string } | undefined
}

export const groupKey = (id: number) => `group-${id}`
const plain = (text: string | null) => (text ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Links to measure models that somebody is to confirm. */
export const toConfirm = ({ solutions }: TreeRequirement): number => solutions.filter((each) => each.to_confirm).length

interface Wanted {
  readonly search?: string
  /** Requirements with links to confirm alone. */
  readonly suggested?: boolean
  /** Requirements that no model answers alone. */
  readonly unlinked?: boolean
  /** What an implementation group leaves in scope. */
  readonly group?: string | undefined
}

/** The requirements that hold every word of a search and are in scope of a group. */
export function requirementsFound(
  { requirements }: VersionTree,
  { search = '', suggested = false, unlinked = false, group }: Wanted,
): readonly TreeRequirement[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0 && !suggested && !unlinked && group === undefined) return requirements
  const chosen = group === undefined ? undefined : new Set([group])
  const matches = (row: TreeRequirement) => words.every((word) => plain(`${row.identifier ?? ''} ${row.name ?? ''}`).includes(word))
  return requirements.filter(
    (row) => matches(row) && (!suggested || toConfirm(row) > 0) && (!unlinked || row.solutions.length === 0) && (!chosen || isInScope(row, chosen)),
  )
}

/** The lines to draw: below closed groups nothing; of a search only the requirements found, and the groups above them. */
export function versionLines(tree: VersionTree, closed: ReadonlySet<number>, wanted: Wanted = {}): VersionLine[] {
  const found = requirementsFound(tree, wanted)
  const narrowed = found !== tree.requirements
  const groupsOf = Map.groupBy(tree.groups, (group) => group.parent_id)
  const requirementsOf = Map.groupBy(found, (row) => row.group_id)
  const walk = (parent: number | null, level: number): { lines: VersionLine[]; count: number } => {
    const own = requirementsOf.get(parent) ?? []
    const below = groupsOf.get(parent) ?? []
    let count = own.length
    const lines: VersionLine[] = []
    // One rank for both kinds; a group goes first where they are equal.
    for (const entry of [...below.map((row) => ({ group: row, order: row.order })), ...own.map((row) => ({ requirement: row, order: row.order }))].toSorted(
      (a, b) => a.order - b.order,
    )) {
      if ('requirement' in entry) {
        lines.push({ kind: 'requirement', key: `requirement-${entry.requirement.id}`, level, row: entry.requirement })
        continue
      }
      const inside = walk(entry.group.id, level + 1)
      count += inside.count
      if (narrowed && inside.count === 0) continue
      lines.push({ kind: 'group', key: groupKey(entry.group.id), level, row: entry.group, requirements: inside.count })
      if (narrowed || !closed.has(entry.group.id)) lines.push(...inside.lines)
    }
    return { lines, count }
  }
  return walk(null, 1).lines
}
