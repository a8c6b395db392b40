/** A score with what it weighs among others. */
export interface Weighed {
  readonly score: number | null
  readonly weight: number
}

/** The mean of what counts, by weights; null where nothing does: what is null leaves with its weight (decisions, Scores 7 and 8). */
export function weightedMean(parts: Iterable<Weighed>): number | null {
  let [sum, weights] = [0, 0]
  for (const { score, weight } of parts) {
    if (score === null || weight <= 0) continue
    sum += score * weight
    weights += weight
  }
  return weights === 0 ? null : sum / weights
}

/** Whether what was answered there is a result: validated, and nothing else (docs/decisions/0072). */
export const counts = (status: string): boolean => status === 'VALIDATED'

/** How an evaluation stands among the results. */
export const resultStates = ['COUNTED', 'PROVISIONAL', 'NOTHING', 'IGNORED'] as const
export type ResultState = (typeof resultStates)[number]
export function resultState({ status, answered }: { readonly status: string; readonly answered: number }): ResultState {
  if (counts(status)) return 'COUNTED'
  if (status === 'IGNORED') return 'IGNORED'
  return answered > 0 ? 'PROVISIONAL' : 'NOTHING'
}

/** Answers without a scale are told by what they are worth, each by the nearest of these. */
export const worthLevels = [0, 25, 50, 75, 100] as const

/** The difference between two scores as they are shown, so that what is read adds up. */
export const shownDifference = (now: number | null, before: number | null): number | null => (now === null || before === null ? null : now - before)

interface Part {
  readonly key: string
  readonly parent: string | null
}

/** Groups that are shown side by side: those at the top, or, where all stand in one, those within it. */
export function topParts<P extends Part>(parts: readonly P[]): readonly P[] {
  const known = new Set(parts.map(({ key }) => key))
  const within = (parent: string | null) => parts.filter((part) => (part.parent !== null && known.has(part.parent) ? part.parent : null) === parent)
  let top = within(null)
  for (let [only] = top; top.length === 1 && only; [only] = top) {
    const inner = within(only.key)
    if (inner.length < 2) break
    top = inner
  }
  return top
}

/** For each part the one of `top` that it stands in, itself included. */
export function topOf(parts: readonly Part[], top: readonly Part[]): ReadonlyMap<string, string> {
  const parents = new Map(parts.map(({ key, parent }) => [key, parent]))
  const tops = new Set(top.map(({ key }) => key))
  const found = new Map<string, string>()
  for (const { key } of parts) {
    let at: string | null | undefined = key
    for (let depth = 0; at && !tops.has(at) && depth < 50; depth += 1) at = parents.get(at)
    if (at && tops.has(at)) found.set(key, at)
  }
  return found
}
