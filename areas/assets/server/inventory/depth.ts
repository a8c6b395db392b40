/** How deep lists and objects stand in one another, told up to one step more than `most`; walked without recursion. */
export function depthOf(given: unknown, most: number): number {
  let deepest = 0
  const open: { readonly at: unknown; readonly depth: number }[] = [{ at: given, depth: 1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { at, depth } = next
    if (typeof at !== 'object' || at === null) continue
    deepest = Math.max(deepest, depth)
    if (deepest > most) return deepest
    for (const child of Object.values(at)) open.push({ at: child, depth: depth + 1 })
  }
  return deepest
}
