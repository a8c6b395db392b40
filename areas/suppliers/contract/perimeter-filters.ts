import type { Filter } from '#kit/contract/list-query.ts'
import { riskFigures } from '#areas/risks/contract/figures.ts'
import { exemptionFigures } from '#areas/exemptions/contract/figures.ts'
import { gapFigures } from '#areas/gaps/contract/figures.ts'

/** The gaps that a record counts: the open ones of its perimeter. */
export const gapsOf = (perimeter: number): Filter[] => [...gapFigures.open.filters(''), { name: 'perimeter', selected_options: [perimeter] }]
/** The risks that a record counts: those of its perimeter that are not closed. */
export const risksOf = (perimeter: number): Filter[] => [...riskFigures.open.filters(''), { name: 'perimeter', selected_options: [perimeter] }]
/** The exemptions that a record counts: those in force for its perimeter. */
export const exemptionsOf = (perimeter: number): Filter[] => [...exemptionFigures.in_force.filters(''), { name: 'perimeters', selected_options: [perimeter] }]
