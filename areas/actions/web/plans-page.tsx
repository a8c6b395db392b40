import { Settings2 } from 'lucide-react'
import { useMemo } from 'react'
import { program } from '#areas/actions/contract/program.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useNavigate } from '#kit/web/navigation.ts'
import { listAhead } from '#kit/web/resource/list-ahead.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import './presentation.tsx'
import type { Plan } from './presentation.tsx'

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** Its rows do not wait for the page. */
export const ahead = listAhead(program, { defaults })

/** The action plans with how far they are; opening one shows its actions (ACT-28). */
export function Page() {
  const t = useWords('actions')
  const navigate = useNavigate()
  const ask = useAsk<'/actions'>()
  const rowActions = useMemo(
    (): readonly RowAction<Plan>[] => [
      {
        name: 'settings',
        label: t('do.settings'),
        icon: Settings2,
        show: (plan) => plan.edit_right,
        run: (plan) => ask({ id: plan.id }),
      },
    ],
    [t, ask],
  )
  return (
    <ListPage entity={program} defaults={defaults} rowActions={rowActions} onOpen={(plan) => void navigate({ to: path('/actions/$id', { id: plan.id }) })} />
  )
}
