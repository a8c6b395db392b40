import type { Matrix } from '#areas/scales/contract/risk-matrix.ts'

/** Where a risk stands on the matrix: the lowest place of a side is 1. */
export interface Position {
  readonly impact: number
  readonly probability: number
}

/** What one measure does to one risk. */
export interface Layer {
  /** 0–100: its efficiency times its control factor. */
  readonly worth: number
  /** 1–100: how much of that it brings here; the rest of the way of this risk is not its matter. */
  readonly share: number
}

/** What the levels of a risk follow from. */
export interface LevelFacts {
  readonly initial: Position
  /** How low measures can bring it. */
  readonly minimum: Position
  /** Said by hand in place of what follows from the measures; either side may be left to them. */
  readonly manual: { readonly impact: number | null; readonly probability: number | null }
  /** The linked measures that are in place. */
  readonly layers: readonly Layer[]
}

export interface CurrentLevel extends Position {
  /** Percent of the way from the initial to the minimum place that the measures go together; null where none counts. */
  readonly effect: number | null
  /** Before rounding up, with the effect as it is; what was said by hand is not in it. */
  readonly exact: Position
  /** Something was said by hand. */
  readonly byHand: boolean
}

/** How much of its worth a linked measure brings where nothing else is said, in percent. */
export const wholeShare = 100

/** Sums of fractions differ in their last digits: what is that close to a whole number is one. */
const grain = 1e-9

/** The layers that linked measures are: those that count, each with its share. */
export const layersOf = (
  measures: readonly number[],
  shares: Readonly<Record<number, number>>,
  worths: ReadonlyMap<number, { readonly worth: number | null }>,
): Layer[] =>
  measures.flatMap((id) => {
    const worth = worths.get(id)?.worth ?? null
    return worth === null ? [] : [{ worth, share: shares[id] ?? wholeShare }]
  })

/** What layers do together, whatever their order: each goes its part of what the others leave, so that one more never raises a risk; null without any. */
export const effectOf = (layers: readonly Layer[]): number | null =>
  layers.length === 0
    ? null
    : 100 *
      (1 -
        layers
          .map(({ worth, share }) => 1 - (worth * share) / 10_000)
          .toSorted((a, b) => a - b)
          .reduce((left, through) => left * through, 1))

/** A side lowered toward its minimum by what the layers do, before rounding. */
const lowered = (initial: number, minimum: number, effect: number | null) => initial - (initial - Math.min(minimum, initial)) * ((effect ?? 0) / 100)

/** A place is whole: what lies between two is the higher one. */
export const placeFrom = (exact: number): number => Math.ceil(exact - grain)

/** Where a risk stands now (docs/RISK-LEVELS.md): the initial place lowered toward the minimum by what the measures that are in place do together, rounded up. */
export function currentOf({ initial, minimum, manual, layers }: LevelFacts): CurrentLevel {
  const effect = effectOf(layers)
  const exact = { impact: lowered(initial.impact, minimum.impact, effect), probability: lowered(initial.probability, minimum.probability, effect) }
  return {
    impact: manual.impact ?? placeFrom(exact.impact),
    probability: manual.probability ?? placeFrom(exact.probability),
    effect,
    exact,
    byHand: manual.impact !== null || manual.probability !== null,
  }
}

/** The value of the level of risk at a place of the matrix; null where the scale has no such place. */
export const levelAt = (matrix: Matrix, { impact, probability }: Position): number | null => matrix[impact - 1]?.[probability - 1] ?? null

/** Months until a risk is looked at again, by how many levels of its scale are above its own: quarterly, half-yearly, else once a year. */
export const reviewMonths = (levels: readonly number[], current: number): number => [3, 6][levels.filter((value) => value > current).length] ?? 12
