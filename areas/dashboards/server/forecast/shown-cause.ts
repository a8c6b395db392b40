import type { ForecastCause } from '#areas/dashboards/contract/forecast.ts'
import type { ForeseenCause } from './forecast.ts'

/** A cause as it is told: of an exemption all its requirements in a perimeter together, and one for all that the reader may not open. */
export interface ShownCause extends Omit<ForeseenCause, 'kind'> {
  readonly kind: ForecastCause['kind']
}
