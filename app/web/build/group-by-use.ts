/** A module: how long it is, what it imports before it runs, and which entries read it. */
export interface UsedModule {
  readonly id: string
  /** Characters. */
  readonly size: number
  readonly imports: readonly string[]
  /** The pages, and what is loaded on demand, that read it: never empty, and among those of whatever it imports. */
  readonly users: ReadonlySet<string>
  /** Whether the bundler places it, as it does what is loaded on demand itself and libraries; whatever the same entries read stands with it. */
  readonly placed: boolean
}

interface Group {
  readonly name: string
  readonly placed: boolean
  readonly size: number
  readonly users: Set<string>
  readonly ids: readonly string[]
}

/**
 * Puts modules into files so that a page reads few of them: those that the same entries read stand together, and two such files become one where asking for
 * one more costs the entries that read both more than what they do not need of it costs the others. `price`: of a file, in characters of a module. Files
 * that would import each other, by whatever way round, stay apart. Answers the name of each module's file, its first id, but for those that the bundler places.
 */
export function groupByUse(modules: readonly UsedModule[], price: number): ReadonlyMap<string, string> {
  const byUsers = Map.groupBy(modules, ({ users }) => [...users].toSorted().join('\0'))
  let groups = [...byUsers.values()].map((all): Group => {
    const ids = all.map(({ id }) => id).toSorted()
    const size = all.reduce((sum, one) => sum + one.size, 0)
    return { name: ids[0] ?? '', placed: all.some(({ placed }) => placed), size, users: new Set(all[0]?.users), ids }
  })
  const importsOf = new Map(modules.map(({ id, imports }) => [id, imports]))
  let behind = reachable(groups, importsOf)
  const pairsWith = (a: Group, others: readonly Group[]) => others.flatMap((b) => pairOf(a, b, price, behind))
  let pairs = groups.flatMap((a, n) => pairsWith(a, groups.slice(n + 1)))
  for (let best = bestOf(pairs); best; best = bestOf(pairs)) {
    const { a, b } = best
    const one: Group = {
      name: a.name < b.name ? a.name : b.name,
      placed: false,
      size: a.size + b.size,
      users: new Set([...a.users, ...b.users]),
      ids: [...a.ids, ...b.ids],
    }
    const others = groups.filter((group) => group !== a && group !== b)
    const after = reachable([...others, one], importsOf)
    if (after.get(one)?.has(one)) {
      pairs = pairs.filter((pair) => pair !== best)
      continue
    }
    // Whoever reads a file reads all that it imports.
    const changed = [...(after.get(one) ?? [])].filter((group) => without(one.users, group.users).length > 0)
    for (const group of changed) for (const user of one.users) group.users.add(user)
    groups = [...others, one]
    behind = after
    const anew = new Set([a, b, ...changed])
    pairs = pairs.filter((pair) => !anew.has(pair.a) && !anew.has(pair.b))
    const unchanged = others.filter((group) => !anew.has(group))
    const again = [one, ...changed]
    pairs.push(...again.flatMap((group, n) => pairsWith(group, [...unchanged, ...again.slice(n + 1)])))
  }
  return new Map(groups.flatMap(({ name, placed, ids }) => (placed ? [] : ids.map((id) => [id, name] as const))))
}

interface Pair {
  readonly a: Group
  readonly b: Group
  readonly won: number
}

/** What is won by putting two groups together, if anything is. */
function pairOf(a: Group, b: Group, price: number, behind: ReadonlyMap<Group, ReadonlySet<Group>>): Pair[] {
  if (a.placed || b.placed) return []
  const both = a.users.size - without(a.users, b.users).length
  const won = both * price - a.size * (b.users.size - both) - b.size * (a.users.size - both)
  if (both === 0 || won <= 0) return []
  const needless = (of: Group, from: Group) => {
    const newly = new Set(without(from.users, of.users))
    return newly.size === 0 ? 0 : [...(behind.get(of) ?? [])].reduce((sum, { size, users }) => sum + size * without(newly, users).length, 0)
  }
  const left = won - needless(a, b) - needless(b, a)
  return left > 0 ? [{ a, b, won: left }] : []
}

const without = (users: ReadonlySet<string>, others: ReadonlySet<string>) => [...users].filter((user) => !others.has(user))

const bestOf = (pairs: readonly Pair[]) => pairs.reduce<Pair | undefined>((best, pair) => (best && best.won >= pair.won ? best : pair), undefined)

/** What each group leads to by what its modules import; itself where that leads back. */
function reachable(groups: readonly Group[], importsOf: ReadonlyMap<string, readonly string[]>): ReadonlyMap<Group, ReadonlySet<Group>> {
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)))
  const next = new Map(
    groups.map((group) => [
      group,
      new Set(group.ids.flatMap((id) => (importsOf.get(id) ?? []).flatMap((one) => groupOf.get(one) ?? [])).filter((one) => one !== group)),
    ]),
  )
  return new Map(
    groups.map((group) => {
      const found = new Set<Group>()
      const open = [...(next.get(group) ?? [])]
      for (let one = open.pop(); one; one = open.pop()) {
        if (found.has(one)) continue
        found.add(one)
        open.push(...(next.get(one) ?? []))
      }
      return [group, found]
    }),
  )
}
