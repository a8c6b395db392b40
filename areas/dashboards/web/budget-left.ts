import type { Budget } from '#areas/dashboards/contract/work.ts'

/** What is left of the year's budget in k€, below 0 where more is spent and committed; undefined where no plan has a budget, or none that the reader is told. */
export const leftOf = ({ budget, spent, committed }: Budget): number | undefined =>
  budget && budget.plans > 0 ? budget.keuro - spent.keuro - committed.keuro : undefined
