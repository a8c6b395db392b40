import { Settings2 } from 'lucide-react'
import { useMemo } from 'react'
import { runbook } from '#areas/runbooks/contract/runbook.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import './presentation.tsx'

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** The runbooks, each of which opens its tasks; its own fields are in its panel (NAV-37). */
export function Page() {
  const t = useWords('runbooks')
  const navigate = useNavigate()
  const ask = useAsk<'/runbooks'>()
  const rowActions = useMemo(
    (): readonly RowAction<RowOf<typeof runbook>>[] => [
      {
        name: 'settings',
        label: t('do.settings'),
        icon: Settings2,
        show: (row) => row.edit_right,
        run: (row) => ask({ id: row.id }),
      },
    ],
    [t, ask],
  )
  return <ListPage entity={runbook} defaults={defaults} rowActions={rowActions} onOpen={({ id }) => void navigate({ to: path('/runbooks/$id', { id }) })} />
}
