import { Scale, Settings2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { riskRegister } from '#areas/risks/contract/risk-register.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import './presentation.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { RegisterDetails } from './register-details.tsx'

type Register = RowOf<typeof riskRegister>
const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

const RescaleDialog = lazy(async () => ({ default: (await import('./rescale-dialog.tsx')).RescaleDialog }))

/** The registers of risks; opening one shows its matrix (RSK-11). */
export function Page() {
  const t = useWords('risks')
  const navigate = useNavigate()
  const ask = useAsk<'/org/risks'>()
  const manages = useRight('risk.manage')
  const [rescaling, setRescaling] = useState<Register>()
  const panel = useMemo(
    (): PanelParts<Register> => ({
      Details: RegisterDetails,
      verbs: (row) =>
        manages && row.edit_right && (row.risks ?? 0) > 0 ? [{ name: 'rescale', label: t('do.rescale'), icon: Scale, run: () => setRescaling(row) }] : [],
    }),
    [t, manages],
  )
  const rowActions = useMemo(
    (): readonly RowAction<Register>[] => [
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
  return (
    <>
      <ListPage
        entity={riskRegister}
        defaults={defaults}
        rowActions={rowActions}
        panel={panel}
        onOpen={(row) => void navigate({ to: path('/org/risks/registers/$id', { id: row.id }) })}
      />
      {rescaling ? (
        <Suspense>
          <RescaleDialog row={rescaling} onClose={() => setRescaling(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
