import type { ForecastCause } from '#areas/dashboards/contract/forecast.ts'
import { useWords } from '#kit/web/i18n/words.ts'

/** Why a score falls, in a few words. */
export function useCauseText(): (cause: ForecastCause) => string {
  const words = useWords('dashboards')
  return ({ kind, task, exemption, requirements }) => {
    const name = task ? task.name : exemption ? [exemption.identifier, exemption.name].filter(Boolean).join(' ') : ''
    return words(`forecast.cause.${kind}`, { name, requirements })
  }
}
