export { indicatorStandings, putControls, type IndicatorStanding, type Standing } from './control.ts'
export { settleNext } from './recompute.ts'
export { measuresShown, metricShows } from './facts.ts'
