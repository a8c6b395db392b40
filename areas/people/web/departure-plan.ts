import { heavyWeek, type Departure, type DepartureLine } from '#areas/people/contract/holder-calls.ts'

/** Which lines go to whom. */
export type Plan = readonly { readonly line: DepartureLine; readonly to: number }[]

export const keyOfLine = ({ entity, place }: DepartureLine): string => `${entity} ${place?.id ?? ''}`

/** What the server is asked to hand over: each taker once. */
export const partsOf = (plan: Plan) =>
  [...Map.groupBy(plan, ({ to }) => to)].map(([to, own]) => ({
    to,
    objects: own.flatMap(({ line }) => line.objects.map(({ entity, field, id }) => ({ entity, field, id }))),
  }))

/** What nobody takes: each object once, as many as are asked about. */
export function leftOf(lines: readonly DepartureLine[], plan: Plan): { readonly entity: string; readonly id: number }[] {
  const taken = new Set(plan.map(({ line }) => line))
  const byKey = new Map(
    lines.filter((line) => !taken.has(line)).flatMap(({ objects }) => objects.map(({ entity, id }) => [`${entity} ${id}`, { entity, id }] as const)),
  )
  return [...byKey.values()].slice(0, 1000)
}

interface Overload {
  readonly id: number
  readonly name: string
  /** What they would have to do in the week from `monday` on, their fullest. */
  readonly count: number
  readonly monday: string
  /** Another taker for one of their lines, with whom nobody has too much. */
  readonly cure: { readonly key: string; readonly to: number; readonly name: string } | null
}

/** Who gets too much for a week by a plan, from the week of the departure on, and what would put it right. */
export function overloads(plan: Plan, { people, weeks }: Departure, day: string | null): Overload[] {
  const begin =
    day === null
      ? 0
      : Math.max(
          0,
          weeks.findLastIndex((monday) => monday <= day),
        )
  const known = new Map(people.map((one) => [one.id, one]))
  const byTaker = Map.groupBy(plan, ({ to }) => to)
  const loadOf = (id: number, besides?: DepartureLine) =>
    weeks.map((_, at) =>
      at < begin
        ? 0
        : (known.get(id)?.weeks[at] ?? 0) + (byTaker.get(id) ?? []).reduce((sum, { line }) => sum + (line.weeks[at] ?? 0), 0) + (besides?.weeks[at] ?? 0),
    )
  return [...byTaker].flatMap(([id, own]): Overload[] => {
    const load = loadOf(id)
    const count = Math.max(...load)
    const at = load.indexOf(count)
    const adds = own.some(({ line }) => (line.weeks[at] ?? 0) > 0)
    if (count < heavyWeek || !adds) return []
    const cures = own
      .filter(({ line }) => (line.weeks[at] ?? 0) > 0)
      .toSorted((a, b) => (b.line.weeks[at] ?? 0) - (a.line.weeks[at] ?? 0))
      .flatMap(({ line }) => {
        const other = line.takers.find((taker) => taker.id !== id && Math.max(...loadOf(taker.id, line)) < heavyWeek)
        return other ? [{ key: keyOfLine(line), to: other.id, name: known.get(other.id)?.name ?? '' }] : []
      })
    return [{ id, name: known.get(id)?.name ?? '', count, monday: weeks[at] ?? '', cure: cures[0] ?? null }]
  })
}
