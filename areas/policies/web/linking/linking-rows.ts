import type { TreeGroup, TreeRequirement, VersionTree } from '#areas/policies/contract/calls.ts'
import type { Suggestion } from '#areas/policies/contract/linking.ts'
import { groupKey, requirementsFound, toConfirm } from '#areas/policies/web/build-version-tree.ts'

export const linkingFilters = ['to_link', 'to_confirm', 'all'] as const
export type LinkingFilter = (typeof linkingFilters)[number]

interface GroupLine {
  readonly kind: 'group'
  readonly key: string
  readonly level: number
  readonly row: TreeGroup
  /** Requirements below it in the whole version: linked, and all. */
  readonly linked: number
  readonly total: number
  /** Those below it that the filter shows. */
  readonly shown: readonly number[]
}
interface RequirementLine {
  readonly kind: 'requirement'
  readonly key: string
  readonly level: number
  readonly row: TreeRequirement
}
export type LinkingLine = GroupLine | RequirementLine

export const lineKey = (control: number) => `linking-${control}`

interface Wanted {
  readonly filter: LinkingFilter
  readonly search: string
  /** What was dealt with since the filter was chosen, and stays where it is. */
  readonly retained: ReadonlySet<number>
}

/** The requirements that a filter shows, in no order. */
function shownOf(tree: VersionTree, { filter, search, retained }: Wanted): readonly TreeRequirement[] {
  return requirementsFound(tree, { search }).filter((row) => {
    if (filter === 'all' || retained.has(row.id)) return true
    return filter === 'to_link' ? row.solutions.length === 0 : toConfirm(row) > 0
  })
}

/** The lines to draw and, in the order of the screen, all requirements that the filter shows, also those below closed groups. */
export function linkingLines(
  tree: VersionTree,
  closed: ReadonlySet<number>,
  wanted: Wanted,
): { readonly lines: readonly LinkingLine[]; readonly order: readonly TreeRequirement[] } {
  const shown = new Set(shownOf(tree, wanted))
  const groupsOf = Map.groupBy(tree.groups, (group) => group.parent_id)
  const requirementsOf = Map.groupBy(tree.requirements, (row) => row.group_id)
  const order: TreeRequirement[] = []
  const walk = (parent: number | null, level: number): { lines: LinkingLine[]; linked: number; total: number; shown: number[] } => {
    const own = requirementsOf.get(parent) ?? []
    const sum = { lines: [] as LinkingLine[], linked: 0, total: 0, shown: [] as number[] }
    const entries = [...own.map((row) => ({ row, order: row.order })), ...(groupsOf.get(parent) ?? []).map((group) => ({ group, order: group.order }))]
    for (const entry of entries.toSorted((a, b) => a.order - b.order)) {
      if ('row' in entry) {
        const { row } = entry
        sum.total += 1
        if (row.solutions.length > 0) sum.linked += 1
        if (!shown.has(row)) continue
        sum.lines.push({ kind: 'requirement', key: lineKey(row.id), level, row })
        sum.shown.push(row.id)
        order.push(row)
        continue
      }
      const inside = walk(entry.group.id, level + 1)
      sum.linked += inside.linked
      sum.total += inside.total
      sum.shown.push(...inside.shown)
      if (inside.shown.length === 0) continue
      const { linked, total } = inside
      sum.lines.push({ kind: 'group', key: groupKey(entry.group.id), level, row: entry.group, linked, total, shown: inside.shown })
      if (!closed.has(entry.group.id)) sum.lines.push(...inside.lines)
    }
    return sum
  }
  return { lines: walk(null, 1).lines, order }
}

/** The groups above a requirement, innermost first. */
export function groupsAbove({ groups }: VersionTree, row: TreeRequirement): number[] {
  const parents = new Map(groups.map(({ id, parent_id }) => [id, parent_id]))
  const above: number[] = []
  for (let id = row.group_id; id !== null; id = parents.get(id) ?? null) above.push(id)
  return above
}

/** The next requirement without a model after one, from the start again after the last. */
export function nextToLink(order: readonly TreeRequirement[], after: number | undefined, done: ReadonlySet<number>): TreeRequirement | undefined {
  const at = order.findIndex(({ id }) => id === after)
  return [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))].find((row) => row.solutions.length === 0 && !done.has(row.id))
}

export interface Progress {
  readonly total: number
  readonly linked: number
  readonly suggested: number
  readonly toSearch: number
  readonly toConfirm: number
  /** Without a model, and with a first suggestion above a percent. */
  readonly above: number
}

/** How far linking is. */
export function progressOf(tree: VersionTree, first: ReadonlyMap<number, Suggestion>, above: number): Progress {
  const open = tree.requirements.filter(({ solutions }) => solutions.length === 0)
  const suggested = open.filter(({ id }) => first.has(id)).length
  return {
    total: tree.requirements.length,
    linked: tree.requirements.length - open.length,
    suggested,
    toSearch: open.length - suggested,
    toConfirm: tree.requirements.filter((row) => toConfirm(row) > 0).length,
    above: open.filter(({ id }) => (first.get(id)?.percent ?? 0) > above).length,
  }
}
