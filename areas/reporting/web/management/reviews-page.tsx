import type { RowOf } from '#kit/contract/entity.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { path } from '#kit/web/route.ts'
import { managementReview } from '#areas/reporting/contract/management-review.ts'

/** Management reviews that are prepared or were held; each opens on a page of its own. */
export function Page() {
  const navigate = useNavigate()
  const open = (row: RowOf<typeof managementReview>) => void navigate({ to: path('/org2/reporting/reviews/$id', { id: row.id }) })
  return <ListPage entity={managementReview} onOpen={open} />
}
