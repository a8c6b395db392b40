import { LayoutDashboard, Settings2 } from 'lucide-react'
import { useMemo } from 'react'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { CockpitLine } from './cockpit-line.tsx'
import { dashboard } from '#areas/reporting/contract/dashboard.ts'

type Row = RowOf<typeof dashboard>
const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** Dashboards of the organisation; opening one shows what is published, or its draft while nothing is. */
export function Page() {
  const t = useWords('reporting')
  const navigate = useNavigate()
  const ask = useAsk<'/reporting/dashboards'>()
  const rowActions = useMemo(
    (): readonly RowAction<Row>[] => [
      {
        name: 'build',
        label: t('viewer.edit'),
        icon: LayoutDashboard,
        show: (row) => row.edit_right,
        run: (row) => void navigate({ to: path('/reporting/dashboards/$id/builder', { id: row.id }) }),
      },
      { name: 'settings', label: t('viewer.settings'), icon: Settings2, show: (row) => row.edit_right, run: (row) => ask({ id: row.id }) },
    ],
    [t, navigate, ask],
  )
  const open = (row: Row) =>
    void navigate({
      to:
        row.published_version === null && row.edit_right
          ? path('/reporting/dashboards/$id/builder', { id: row.id })
          : path('/reporting/dashboards/$id/viewer', { id: row.id }),
    })
  return (
    <ListPage entity={dashboard} defaults={defaults} rowActions={rowActions} onOpen={open}>
      <CockpitLine />
    </ListPage>
  )
}
