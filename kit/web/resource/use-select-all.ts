import type { EntityDef } from '#kit/contract/entity.ts'
import { bulkLimit } from '#kit/contract/limits.ts'
import { failureText, type Query } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { canSelect, type Selection } from '#kit/web/table/columns.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { pageQueryOf, type PageBody } from './list-api.ts'
import type { AnyRow } from './presentation.ts'

/**
 * Selects what the list's query finds beyond the page, as far as one bulk change reaches: the rows are read, since a change says of each which version
 * it was decided on, and a row without right stays unselected (TBL-16).
 */
export function useSelectAll(entity: EntityDef, { queryParams }: PageBody, params: Query, onSelection: (selection: Selection<AnyRow>) => void) {
  const t = useWords('kit')
  return (total: number, selected: Selection<AnyRow>) => {
    const most = Math.min(total, bulkLimit)
    if (selected.size >= most) return undefined
    const run = async () => {
      try {
        const body = { queryParams: { ...queryParams, page: 1, per_page: bulkLimit }, page: 1 }
        const { objects } = await queryClient.fetchQuery(pageQueryOf(entity, body, params))
        onSelection(new Map(objects.filter(canSelect).map((row) => [String(row.id), row])))
        if (total > bulkLimit) toast.info(t('filters.selected_bound', { count: bulkLimit }))
      } catch (reason) {
        toast.error(failureText(reason))
      }
    }
    return { label: t(total > bulkLimit ? 'filters.select_first' : 'filters.select_all', { count: most }), run: () => void run() }
  }
}
