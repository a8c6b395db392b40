import { useMemo, useState } from 'react'

/** Lines up to which a tree opens with all of them: what is longer is folded below a level, so that it is seen what it is about. */
export const unfoldedLines = 150

/** A branch of a tree: one that holds others, or other lines that are not branches. */
export interface Branch {
  readonly id: number
  readonly parent: number | null
  /** Lines right below it that hold none themselves. */
  readonly leaves?: number
}

/** The branches that are closed when a tree of many lines opens: all from the deepest level on whose lines, with those above, have room. None where all have. */
export function closedAtFirst(branches: readonly Branch[], room = unfoldedLines): ReadonlySet<number> {
  const byId = new Map(branches.map((branch) => [branch.id, branch]))
  const levelOf = ({ parent }: Branch): number => {
    const above = parent === null ? undefined : byId.get(parent)
    return above ? levelOf(above) + 1 : 0
  }
  const levels = Map.groupBy(branches, levelOf)
  const deepest = Math.max(0, ...levels.keys())
  let lines = levels.get(0)?.length ?? 0
  for (let level = 0; level <= deepest; level += 1) {
    lines += (levels.get(level + 1)?.length ?? 0) + (levels.get(level) ?? []).reduce((sum, { leaves = 0 }) => sum + leaves, 0)
    if (lines > room) return new Set([...levels].flatMap(([at, ones]) => (at >= level ? ones.map(({ id }) => id) : [])))
  }
  return new Set()
}

type Closed = ReadonlySet<number>

const keyOf = (tree: string) => `vigie.folds.${tree}`

function readStored(tree: string): Closed | undefined {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(keyOf(tree)) ?? 'null')
    return Array.isArray(ids) ? new Set(ids.filter((id) => typeof id === 'number')) : undefined
  } catch {
    return undefined
  }
}

/** Which branches of a tree are closed: as its reader left it in this browser, else as it opens at first. */
export function useFolds(tree: string, branches: readonly Branch[]): readonly [Closed, (next: Closed | ((before: Closed) => Closed)) => void] {
  const [state, setState] = useState(() => ({ tree, closed: readStored(tree) }))
  if (state.tree !== tree) setState({ tree, closed: readStored(tree) })
  const first = useMemo(() => closedAtFirst(branches), [branches])
  const closed = state.closed ?? first
  const change = (next: Closed | ((before: Closed) => Closed)) => {
    const wanted = typeof next === 'function' ? next(closed) : next
    localStorage.setItem(keyOf(tree), JSON.stringify([...wanted]))
    setState({ tree, closed: wanted })
  }
  return [closed, change]
}
