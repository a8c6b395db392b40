import { acceptedAbove, agreement, mostConfident, type SuggestionKind } from '#areas/policies/contract/linking.ts'

/** One thing that speaks for linking a requirement with a model. */
export interface Evidence {
  readonly control: number
  readonly solution: number
  readonly kind: SuggestionKind
  readonly percent: number
  /** Whether the model would answer all of it; in part otherwise. */
  readonly full: boolean
  /** The requirement elsewhere that says it, or 0 for the model's own text: said twice by the same one it counts once. */
  readonly by: number
}

export interface Ranked<E extends Evidence = Evidence> {
  readonly control: number
  readonly solution: number
  readonly percent: number
  readonly share: number
  /** The strongest first. */
  readonly evidence: readonly [E, ...E[]]
}

/** The share of what is answered in part (decisions, Scores 5). */
const partial = 50

const byStrength = (a: Evidence, b: Evidence) => b.percent - a.percent || a.kind.localeCompare(b.kind) * -1 || a.by - b.by

const nothingInPlace: ReadonlyMap<number, number> = new Map()

/**
 * The models that something speaks for, by requirement; several sources that agree count more than the strongest of them alone. First what the organisation has in
 * place, of which what is sure enough to be accepted unseen, the one that most measures stand behind; then what answers most, else as they were told. A measure that
 * runs everywhere and reads a little alike would else stand before the one that a mapping names.
 */
export function rank<E extends Evidence>(evidence: readonly E[], inPlace: ReadonlyMap<number, number> = nothingInPlace): Map<number, Ranked<E>[]> {
  const measures = ({ solution }: Ranked<E>) => inPlace.get(solution) ?? 0
  const ranked = [...Map.groupBy(evidence, ({ control, solution }) => `${control} ${solution}`).values()].map((all): Ranked<E> => {
    const mapped = distinct(all.filter(({ kind }) => kind === 'MAPPING').toSorted(byStrength))
    // Texts that are alike in several places are alike for one reason.
    const likely = all.filter(({ kind }) => kind === 'LIKENESS').toSorted(byStrength)[0]
    const [first, ...others] = [...mapped, ...(likely ? [likely] : [])] as [E, ...E[]]
    const sorted = [first, ...others].toSorted(byStrength) as [E, ...E[]]
    const percent = Math.min(mostConfident, sorted[0].percent + others.length * agreement)
    const share = mapped.length === 0 || mapped.some(({ full }) => full) ? 100 : partial
    return { control: first.control, solution: first.solution, percent, share, evidence: sorted }
  })
  return Map.groupBy(
    ranked.toSorted(
      (a, b) =>
        Number(measures(b) > 0) - Number(measures(a) > 0) ||
        (measures(a) > 0 ? Number(b.percent > acceptedAbove) - Number(a.percent > acceptedAbove) : 0) ||
        measures(b) - measures(a) ||
        b.percent - a.percent ||
        b.share - a.share,
    ),
    ({ control }) => control,
  )
}

/** What the same requirement says several times, by its strongest word. */
function distinct<E extends Evidence>(sorted: readonly E[]): E[] {
  const seen = new Set<number>()
  return sorted.filter(({ by }) => !seen.has(by) && seen.add(by))
}
