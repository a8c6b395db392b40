export { indicatorStandings, putControls, type IndicatorStanding, type Standing } from './control.ts'
