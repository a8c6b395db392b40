/** The colour of an accumulator by its place: one of the chart's, again from the first after the last. */
export const toneOf = (at: number): number => (at % 6) + 1
