/** k€ a year and days to build; null when unknown. */
export interface Cost {
  readonly yearly_cost: number | null
  readonly build_days: number | null
}

/** What a day of work stands for beside yearly costs when gains are ranked, in k€. */
const dayInKeuro = 0.5

/** In k€; what nobody priced counts as a week of work. */
export function priceOf(cost: Cost | undefined): number {
  const known = cost && (cost.yearly_cost !== null || cost.build_days !== null)
  return known ? (cost.yearly_cost ?? 0) + (cost.build_days ?? 0) * dayInKeuro : 5 * dayInKeuro
}

/** Points for a k€; nothing is cheaper than a day of work. */
export const pointsForPrice = (points: number, price: number): number => points / Math.max(price, dayInKeuro)
