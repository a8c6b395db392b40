import { ActionList } from './action-list.tsx'
import { useNewAction } from './use-new-action.ts'

/** Every action that the reader may see, whatever its plan (ACT-30). */
export function Page() {
  const initial = useNewAction()
  return <ActionList list="remediation" initial={initial} />
}
