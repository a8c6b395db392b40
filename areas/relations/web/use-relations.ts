import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#kit/web/api/client.ts'
import { useShowRelations } from '#kit/web/relations.ts'
import type { Tree } from '#areas/relations/contract/tree.ts'
import { isTreeType, type NodeType, type TreeType } from '#areas/relations/contract/types.ts'
import { countTypes, flat, foldedTree, itemsOf, keyOf, type Item } from './model.ts'

/** Where one has been, the present one last. */
interface Step {
  readonly type: TreeType
  readonly id: number
}

const unfoldedKey = 'vigie.relations.unfolded'
const nothingHidden: ReadonlySet<NodeType> = new Set()

/** The tree shown, the way here, and what of it is shown and selected. */
export function useRelations(type: TreeType, id: number) {
  const show = useShowRelations()
  const [trail, setTrail] = useState<readonly Step[]>([{ type, id }])
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [all, setAll] = useState(false)
  const [perimeter, setPerimeter] = useState<string | null>(null)
  const [hidden, setHidden] = useState(nothingHidden)
  const [chosen, setSelected] = useState<string>()
  const here = keyOf({ type, id })
  const last = trail.at(-1)
  // The address may have been changed by something else.
  if (last && keyOf(last) !== here) {
    setTrail([{ type, id }])
    setSelected(undefined)
  }
  const query = useQuery<Tree>({
    queryKey: ['tree', type, id, all && type === 'solution', perimeter],
    queryFn: ({ signal }) =>
      api.get<Tree>(`/tree/${type}/${id}`, {
        query: { ...(all && type === 'solution' ? { show_all: '1' } : {}), ...(perimeter === null ? {} : { perimeter: Number(perimeter) }) },
        signal,
      }),
    // What is seen of the same object stays until more or less of it has come.
    placeholderData: (shown) => (shown?.object.type === type && shown.object.id === id ? shown : undefined),
    // What hangs together changes with the rows of other entities.
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const tree = query.data
  const root = useMemo(() => tree && itemsOf(tree.object, hidden), [tree, hidden])
  const counts = useMemo(() => tree && countTypes(tree.object), [tree])
  const items = useMemo(() => new Map(root ? flat(root).map((item) => [item.key, item]) : []), [root])
  const links = useMemo(() => (tree?.links ?? []).map(({ from, to }) => [keyOf(from), keyOf(to)] as const), [tree])
  const selected = (chosen !== undefined && items.get(chosen)) || root
  useEffect(() => {
    if (tree) setNames((known) => new Map(known).set(keyOf(tree.object), tree.object.label))
  }, [tree])

  const [unfolded, setUnfolded] = useState(() => localStorage.getItem(unfoldedKey) === 'true')
  const unfold = (wanted: boolean) => {
    localStorage.setItem(unfoldedKey, String(wanted))
    setUnfolded(wanted)
  }
  const first = useMemo(() => root && foldedTree(root, undefined), [root])
  const seen = useMemo(() => new Set(first ? flat(first).map(({ key }) => key) : []), [first])
  // What is drawn moves only when something is looked at that is folded.
  const beyond = selected && !seen.has(selected.key) ? selected : undefined
  const drawn = useMemo(() => (unfolded || !root ? root : beyond ? foldedTree(root, beyond) : first), [root, unfolded, beyond, first])

  const go = (steps: readonly Step[]) => {
    const to = steps.at(-1)
    if (!to) return
    setTrail(steps)
    setSelected(undefined)
    show(to, true)
  }
  return {
    query,
    tree,
    root,
    /** Of it what is drawn: all, or what can be read. */
    drawn,
    unfolded,
    unfold,
    items,
    links,
    counts,
    selected,
    setSelected,
    all,
    setAll,
    perimeter,
    setPerimeter,
    hidden,
    toggleType: (toggled: NodeType) =>
      setHidden((before) => (before.has(toggled) ? new Set([...before].filter((one) => one !== toggled)) : new Set([...before, toggled]))),
    /** What came before, if anything did. */
    before: trail.length > 1 ? { ...trail.at(-2), name: names.get(keyOf(trail.at(-2) ?? { type, id })) ?? '' } : undefined,
    back: () => {
      if (trail.length > 1) go(trail.slice(0, -1))
    },
    choose: ({ node, parent, key }: Item) => {
      if (parent && isTreeType(node.type)) go([...trail, { type: node.type, id: node.id }])
      else setSelected(key)
    },
    close: () => show(undefined, true),
  }
}
export type Relations = ReturnType<typeof useRelations>
