import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import { program } from '#areas/actions/contract/program.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { only } from '#kit/contract/figure.ts'
import { ApiError } from '#kit/web/api/client.ts'
import { filtersOf } from '#kit/web/figure-link.ts'
import { useParams } from '#kit/web/navigation.ts'
import { usePageTitle } from '#kit/web/page-title.ts'
import { pageQueryOf, useRecord } from '#kit/web/resource/list-api.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState } from '#kit/web/ui/states.tsx'
import { ActionList } from './action-list.tsx'

/** Not all that they may read: contributors also see the rest of plans that are given to them. */
const [own = only('mine', true)] = filtersOf(actionFigures.mine)
const all: readonly [] = []

/** What a contributor has to do: the actions given to them or their groups, of all plans or of one (NAV-38). */
export function Page() {
  const { id } = useParams<'/local_actions' | '/local_actions/$id'>()
  const fixed = useMemo(() => (id ? [own, only('program', Number(id))] : [own]), [id])
  const { name, gone } = usePlan(id)
  usePageTitle(name)
  if (gone) {
    return (
      <Sheet>
        <ErrorState reason={gone} />
      </Sheet>
    )
  }
  return <ActionList key={id ?? 'all'} list="local_actions" fixed={fixed} plain />
}

/**
 * What a plan is called, and why it is not there for somebody: they may not open it, and nothing in it is theirs. Plans of which they only hold actions are
 * closed to them; these tell its name.
 */
function usePlan(id: string | undefined): { readonly name: string | undefined; readonly gone: unknown } {
  const plan = useRecord(program, id)
  const closed = plan.error instanceof ApiError && plan.error.code === 'NOT_FOUND'
  const body = { queryParams: { sort: [...all], filters: [own, only('program', Number(id))], global_search: '', per_page: 1, page: 1 }, page: 1 }
  const held = useQuery({ ...pageQueryOf<RowOf<typeof remediation>>(remediation, body, {}), enabled: closed })
  const [first] = (closed && held.data?.objects) || []
  return { name: plan.data?.name ?? first?.program?.name, gone: closed && held.data?.total === 0 ? plan.error : undefined }
}
