/** The figures of one score, 0–100: `proven` is the part of `performance` that rests on data or evidence. */
export interface Figures {
  readonly performance: number
  readonly coverage: number
  readonly proven: number
}

/** How many requirements stand where; `unmapped` are part of `counted`, the others exclude one another. */
export interface Counts {
  readonly counted: number
  readonly exempted: number
  readonly not_applicable: number
  readonly out_of_level: number
  readonly unmapped: number
}

/** A score read twice: `eased` leaves exempted requirements out, `strict` counts them; null when nothing counts. */
export interface Outcome {
  readonly eased: Figures | null
  readonly strict: Figures | null
  readonly counts: Counts
}

export const NO_COUNTS: Counts = { counted: 0, exempted: 0, not_applicable: 0, out_of_level: 0, unmapped: 0 }

export const NO_OUTCOME: Outcome = { eased: null, strict: null, counts: NO_COUNTS }

/**
 * A weighted mean being summed. Weights are integers and rounding is monotonic, so that performance ≤ coverage ≤ 100
 * holds to the last bit as long as parts are added in the same order.
 */
export class MeanSum {
  private weight = 0
  private performance = 0
  private coverage = 0
  private proven = 0

  /** Null figures and weight 0 leave the mean. */
  add(figures: Figures | null, weight: number): void {
    if (figures === null || weight === 0) return
    this.weight += weight
    this.performance += figures.performance * weight
    this.coverage += figures.coverage * weight
    this.proven += figures.proven * weight
  }

  result(): Figures | null {
    const { weight } = this
    if (weight === 0) return null
    return { performance: this.performance / weight, coverage: this.coverage / weight, proven: this.proven / weight }
  }
}

/** Sums outcomes under one weight each; weight 0 is without any effect, on the counts too. */
export class OutcomeSum {
  private readonly eased = new MeanSum()
  private readonly strict = new MeanSum()
  private readonly counts: CountSum = { ...NO_COUNTS }

  add(outcome: Outcome, weight: number): void {
    if (weight === 0) return
    this.eased.add(outcome.eased, weight)
    this.strict.add(outcome.strict, weight)
    addCounts(this.counts, outcome.counts)
  }

  result(): Outcome {
    return { eased: this.eased.result(), strict: this.strict.result(), counts: this.counts }
  }
}

/** Counts being added up; in place, since there is one per requirement. */
export type CountSum = { -readonly [Key in keyof Counts]: number }

export function addCounts(sum: CountSum, counts: Counts): void {
  sum.counted += counts.counted
  sum.exempted += counts.exempted
  sum.not_applicable += counts.not_applicable
  sum.out_of_level += counts.out_of_level
  sum.unmapped += counts.unmapped
}
