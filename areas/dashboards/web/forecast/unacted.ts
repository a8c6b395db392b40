import type { ForecastAnswer } from '#areas/dashboards/contract/forecast.ts'
import { useIdle } from '#kit/web/when-idle.ts'
import type { Place } from '#areas/dashboards/web/cockpit-api.ts'
import { useForecast } from './forecast-api.ts'

/** What becomes of the score within a year if nobody acts, the one forecast of the cockpit; it comes once the page stands, and never of a day gone by. */
export function useUnacted({ perimeter, on }: Place): ForecastAnswer | undefined {
  const idle = useIdle()
  return useForecast({ perimeter, policy: undefined, months: 12 }, idle && on === undefined).data
}
