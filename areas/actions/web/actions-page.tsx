import { remediation } from '#areas/actions/contract/remediation.ts'
import { listAhead } from '#kit/web/resource/list-ahead.ts'
import { ActionList } from './action-list.tsx'
import { useNewAction } from './use-new-action.ts'

/** Its rows do not wait for the page. */
export const ahead = listAhead(remediation)

/** Every action that the reader may see, whatever its plan (ACT-30). */
export function Page() {
  const initial = useNewAction()
  return <ActionList list="remediation" initial={initial} />
}
