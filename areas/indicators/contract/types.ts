import { perimeterAggregations } from '#areas/catalog/contract/aggregate.ts'

/** A percentage that is good or bad, or a figure that is neither (IND-02). */
export const indicatorTypes = ['PERFORMANCE', 'ACTIVITY'] as const
export type IndicatorType = (typeof indicatorTypes)[number]

/** By the formula over what the metrics amount to there, or by the values of the perimeters themselves. */
export const aggregationsOfPlaces = ['FORMULA', ...perimeterAggregations] as const
export type AggregationOfPlaces = (typeof aggregationsOfPlaces)[number]
