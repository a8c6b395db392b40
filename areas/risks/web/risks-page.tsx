import { useNavigate } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { useMemo } from 'react'
import { riskRegister } from '#areas/risks/contract/risk-register.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelParts } from '#kit/web/resource/record-panel.tsx'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import './presentation.tsx'
import { RegisterDetails } from './register-details.tsx'

type Register = RowOf<typeof riskRegister>
const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }
const panel: PanelParts<Register> = { Details: RegisterDetails }

/** The registers of risks; opening one shows its matrix (RSK-11). */
export function Page() {
  const t = useWords('risks')
  const navigate = useNavigate()
  const rowActions = useMemo(
    (): readonly RowAction<Register>[] => [
      {
        name: 'settings',
        label: t('do.settings'),
        icon: Settings2,
        show: (row) => row.edit_right,
        run: (row) => void navigate({ to: '.', search: (before: object) => ({ ...before, id: row.id }) } as never),
      },
    ],
    [t, navigate],
  )
  return (
    <ListPage
      entity={riskRegister}
      defaults={defaults}
      rowActions={rowActions}
      panel={panel}
      onOpen={(row) => void navigate({ to: path('/org/risks/registers/$id', { id: row.id }) })}
    />
  )
}
