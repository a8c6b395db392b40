import type { TreeNode } from '#areas/relations/contract/tree.ts'
import type { NodeType } from '#areas/relations/contract/types.ts'

/** An object of a tree with its place in it. */
export interface Item {
  readonly key: string
  readonly node: TreeNode
  readonly parent: Item | null
  readonly depth: number
  readonly children: readonly Item[]
  /** Objects below it that the drawing leaves folded. */
  readonly inside?: number
}

export const keyOf = ({ type, id }: { readonly type: string; readonly id: number }) => `${type}-${id}`

/** The tree without the types that are hidden, and what hangs on them; its root always stays. */
export function itemsOf(root: TreeNode, hidden: ReadonlySet<NodeType>): Item {
  const build = (node: TreeNode, parent: Item | null): Item => {
    const children: Item[] = []
    const item: Item = { key: keyOf(node), node, parent, depth: parent ? parent.depth + 1 : 0, children }
    for (const child of node.children) if (!hidden.has(child.type)) children.push(build(child, item))
    return item
  }
  return build(root, null)
}

/** Objects that a drawing opens with: more would be too small to read. */
export const drawnAtFirst = 80

/** A tree down to the deepest step whose objects have room, with how many are folded below each; the way to what is selected is never folded. */
export function foldedTree(root: Item, selected: Item | undefined, room = drawnAtFirst): Item {
  const steps = Map.groupBy(flat(root), ({ depth }) => depth)
  let [deepest, sum] = [0, 1]
  // What hangs on the root itself is always drawn.
  for (let step = 1; steps.has(step) && (step === 1 || sum + (steps.get(step)?.length ?? 0) <= room); step += 1) {
    deepest = step
    sum += steps.get(step)?.length ?? 0
  }
  const way = new Set<string>()
  for (let at = selected?.parent ?? null; at; at = at.parent) way.add(at.key)
  const build = (item: Item, parent: Item | null): Item => {
    const open = item.depth < deepest || way.has(item.key)
    const children: Item[] = []
    const shown: Item = { ...item, parent, children, ...(open || item.children.length === 0 ? {} : { inside: flat(item).length - 1 }) }
    if (open) for (const child of item.children) children.push(build(child, shown))
    return shown
  }
  return build(root, null)
}

/** Parents before their children. */
export const flat = (item: Item): Item[] => [item, ...item.children.flatMap(flat)]

/** How many objects of each type there are, hidden ones included. */
export function countTypes(root: TreeNode): Map<NodeType, number> {
  const counts = new Map<NodeType, number>()
  const count = (node: TreeNode) => {
    counts.set(node.type, (counts.get(node.type) ?? 0) + 1)
    node.children.forEach(count)
  }
  count(root)
  return counts
}

/** A line of the list: an object, or the heading of those of a type right below the root. */
export interface Line {
  readonly key: string
  readonly item: Item | null
  readonly type: NodeType
  readonly level: number
  /** What it can unfold. */
  readonly count: number
  readonly open: boolean
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The lines on screen. A search shows what holds it, with all above it. */
export function linesOf(root: Item, isOpen: (key: string, depth: number) => boolean, search: string): Line[] {
  const wanted = plain(search.trim())
  const holds = (item: Item): boolean => plain(item.node.label).includes(wanted) || plain(item.node.name).includes(wanted) || item.children.some(holds)
  const filterItems = (items: readonly Item[]) => (wanted ? items.filter(holds) : items)
  const lines: Line[] = []
  const open = (key: string, depth: number) => wanted !== '' || isOpen(key, depth)
  const add = (item: Item, level: number) => {
    const below = filterItems(item.children)
    const unfolded = open(item.key, item.depth)
    lines.push({ key: item.key, item, type: item.node.type, level, count: below.length, open: unfolded })
    if (!unfolded) return
    if (item.depth > 0) return below.forEach((child) => add(child, level + 1))
    const types = [...new Set(below.map(({ node }) => node.type))]
    for (const type of types) {
      const own = below.filter(({ node }) => node.type === type)
      const key = `group-${type}`
      const shown = open(key, 0)
      lines.push({ key, item: null, type, level: level + 1, count: own.length, open: shown })
      if (shown) own.forEach((child) => add(child, level + 2))
    }
  }
  add(root, 1)
  return lines
}
