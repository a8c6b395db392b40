import type { Fault } from '#areas/questionnaires/contract/faults.ts'
import { useWords } from '#kit/web/i18n/words.ts'

/** Says a fault as the server does. */
export function useFaultWords(): (fault: Fault) => string {
  const t = useWords('questionnaires' as string)
  return ({ code, values }) => t(`faults.${code}`, values)
}
