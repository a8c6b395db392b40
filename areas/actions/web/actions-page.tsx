import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { useAsk } from '#kit/web/navigation.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import { listAhead } from '#kit/web/resource/list-ahead.ts'
import { ActionList } from './action-list.tsx'
import { useNewAction } from './use-new-action.ts'

/** Its rows do not wait for the page. */
export const ahead = listAhead(remediation)

/** Every action that the reader may see, whatever its plan (ACT-30). */
export function Page() {
  const initial = useOrigin(useNewAction())
  return <ActionList list="remediation" initial={initial} />
}

/** Where a new action comes from, as the address says: `from=incident:12`. */
function useOrigin(initial: FormValues): FormValues {
  const ask = useAsk<'/actions/filtered'>()
  const { id, from } = useLocation({ select: ({ search }) => search as { readonly id?: unknown; readonly from?: unknown } })
  const named = /^(incident|gap|exemption):([1-9]\d*)$/.exec(typeof from === 'string' ? from : '')
  const [, entity, of] = named ?? []
  const asked = id === 'new'
  // The next new action comes from nothing.
  useEffect(() => {
    if (of !== undefined && !asked) ask({ from: undefined }, true)
  }, [of, asked, ask])
  return useMemo(
    () => (of === undefined || !asked ? initial : { ...initial, source_object: { entity, id: Number(of), name: '' } }),
    [initial, entity, of, asked],
  )
}
