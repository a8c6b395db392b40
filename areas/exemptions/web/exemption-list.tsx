import { Ban, CalendarMinus, Check, RefreshCw, RotateCcw, Undo2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { exemption } from '#areas/exemptions/contract/exemption.ts'
import { exemptionRegister } from '#areas/exemptions/contract/exemption-register.ts'
import type { AnyListProps } from '#kit/web/resource/list-props.ts'
import { useSession, holds } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { recordPart } from '#kit/web/resource/record-part.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import type { Verb } from '#kit/web/resource/verbs.tsx'
import type { RowAction } from '#kit/web/table/columns.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { useWorkList } from '#kit/web/work/use-work-list.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { useNewExemption, type Exemption } from './exemption-api.ts'
import type { Step } from './exemption-dialog.tsx'
import { exemptionTransitions } from './presentation.tsx'
import { useRequestDefaults } from './use-request-defaults.ts'

const parts = () => import('./panel-parts.ts')
const ExemptionDetails = recordPart(async () => (await parts()).ExemptionDetails, 480)
const DecisionTab = recordPart(async () => (await parts()).DecisionTab, 120)
const StepDialog = lazy(async () => ({ default: (await import('./exemption-dialog.tsx')).StepDialog }))

const icons = { grant: Check, reject: X, withdraw: Undo2, submit: RotateCcw, renew: RefreshCw, shorten: CalendarMinus }

const groups = { entity: exemptionRegister }

interface ExemptionListProps {
  readonly list?: string
  readonly fixed?: AnyListProps['fixed']
  readonly initial?: AnyListProps['initial']
}

/** Exemptions with what may be done about each: deciding, carrying on and ending have dialogs of their own. */
export function ExemptionList({ initial, ...page }: ExemptionListProps) {
  const t = useWords('exemptions')
  const who = useSession()
  const begins = useNewExemption()
  const asksFor = useRequestDefaults()
  const { tabs, board, rowActions: moves, verbs: moving, bulkActions, dialogs } = useWorkList(exemption, exemptionTransitions, { icons: { close: Ban } })
  const [asked, setAsked] = useState<{ readonly step: Step; readonly row: Exemption }>()
  const steps = useMemo(() => {
    const may: Record<Step, (row: Exemption) => boolean> = {
      grant: (row) => row.decide_right,
      reject: (row) => row.decide_right,
      withdraw: (row) => row.status === 'REQUESTED' && row.edit_right,
      shorten: (row) => row.status === 'GRANTED' && row.edit_right,
      renew: (row) => row.first_granted_on !== null && row.status !== 'REQUESTED' && row.status !== 'REJECTED' && holds(who, 'exemption.create'),
    }
    return (Object.keys(may) as Step[]).map((name): RowAction<Exemption> & { readonly icon: typeof Check } => ({
      name,
      label: t(`entities.exemption.do.${name}`),
      icon: icons[name],
      show: may[name],
      run: (row) => setAsked({ step: name, row }),
    }))
  }, [t, who])
  const panel = useMemo(
    (): PanelParts<Exemption> => ({
      follow: true,
      verbs: (row) => [
        ...steps
          .filter(({ show }) => show?.(row))
          .map(({ name, label, icon, run }): Verb => ({ name, label, icon, primary: name === 'grant', run: () => run(row) })),
        ...moving(row).map((verb) => ({ ...verb, primary: false })),
      ],
      Details: ExemptionDetails,
      tabs: [{ value: 'decision', label: t('exemptions.decision'), Content: DecisionTab }],
    }),
    [steps, moving, t],
  )
  const first = useMemo(() => ({ ...begins, ...asksFor, ...initial }), [begins, asksFor, initial])
  return (
    <>
      <ListPage
        {...page}
        entity={exemption}
        initial={first}
        tabs={tabs}
        views={{
          board: { ...board, canMove: (row, to) => to === 'CLOSED' && row.status === 'GRANTED' && board.canMove?.(row, to) !== false },
          gantt: { start: 'start_date', end: 'end_date', status: 'status', who: 'requester', canMove: (row) => row.status === 'REQUESTED' && row.edit_right },
        }}
        rowActions={[...steps, ...moves]}
        panel={panel}
        groups={groups}
        bulkActions={bulkActions}
      />
      {dialogs}
      {asked ? (
        <Suspense>
          <StepDialog {...asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
