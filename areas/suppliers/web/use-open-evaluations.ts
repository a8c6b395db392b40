import { evaluation, isAnswerable } from '#areas/campaigns/contract/evaluation.ts'
import { useRight } from '#kit/web/api/session.ts'
import type { Supplier } from './presentation.tsx'
import { useRows } from './use-rows.ts'

/** All evaluations of a supplier, the last ones first. */
export const useEvaluations = (row: Supplier) => useRows(evaluation, [{ name: 'perimeter', selected_options: [row.perimeter?.id ?? 0] }], '-due_date')

type Found = NonNullable<ReturnType<typeof useEvaluations>['data']>['objects'][number]

/** Whether people from outside can be asked in an evaluation, and by whoever looks: as campaigns have it. */
export function useAsks(): (one: Found) => boolean {
  const manages = useRight('evaluation.manage')
  return (one) => manages && one.edit_right && isAnswerable(one.status) && (!one.not_submitted || one.given_back)
}
