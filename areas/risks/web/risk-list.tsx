import { Ban, CalendarCheck, Check, Gavel, ListPlus, RotateCcw, Send, Undo2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { placeOfStep, riskSteps, type RiskStep } from '#areas/catalog/contract/risk-words.ts'
import { useFromModel } from '#areas/catalog/web/index.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import { riskRegister } from '#areas/risks/contract/risk-register.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import type { ListPageProps, OwnView, ViewContext } from '#kit/web/resource/list-props.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { recordPart } from '#kit/web/resource/record-part.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import type { Verb } from '#kit/web/resource/verbs.tsx'
import { Skeleton, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { useWorkList } from '#kit/web/work/use-work-list.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { Step } from './step-dialog.tsx'
import { riskTransitions } from './presentation.tsx'
import type { Risk } from './risk-api.ts'

const parts = () => import('./panel-parts.ts')
const RiskDetails = recordPart(async () => (await parts()).RiskDetails, 480)
const ActionDialog = lazy(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog }))
const RegisterDetails = lazy(async () => ({ default: (await import('./register-details.tsx')).RegisterDetails }))
const StepDialog = lazy(async () => ({ default: (await import('./step-dialog.tsx')).StepDialog }))
const LevelsTab = lazy(async () => ({ default: (await parts()).LevelsTab }))
const ApprovalTab = lazy(async () => ({ default: (await parts()).ApprovalTab }))
const QuantificationTab = lazy(async () => ({ default: (await import('./quantification-tab.tsx')).QuantificationTab }))

const ApprovalView = lazy(async () => ({ default: (await import('./approval-view.tsx')).ApprovalView }))

const Levels = ({ row }: { readonly row: Risk }) => (
  <Suspense fallback={<Skeleton height={320} />}>
    <LevelsTab key={row.id} row={row} />
  </Suspense>
)
const Approval = ({ row }: { readonly row: Risk }) => (
  <Suspense fallback={<Skeleton height={320} />}>
    <ApprovalTab key={row.id} row={row} />
  </Suspense>
)
const InEuros = ({ row }: { readonly row: Risk }) => (
  <Suspense fallback={<Skeleton height={320} />}>
    <QuantificationTab key={row.id} row={row} />
  </Suspense>
)

const icons = { request: Send, approve: Check, reject: X, withdraw: Undo2, review: CalendarCheck } as const

const groups = { entity: riskRegister, parts: { Details: RegisterDetails } }

interface RiskListProps extends Partial<Pick<ListPageProps<typeof risk>, 'list' | 'fixed' | 'initial' | 'defaults' | 'report'>> {
  readonly ownViews?: Readonly<Record<string, OwnView>>
  /** How many places the sides of the scale have, where one register is shown. */
  readonly places?: { readonly impact: number; readonly probability: number } | undefined
}

/** The place of a step that a typical risk says. */
const placeOf = (step: unknown, places: number) => (riskSteps.includes(step as RiskStep) ? placeOfStep(step as RiskStep, places) : null)

const noVerbs = (): readonly Verb[] => []
const nowhere = () => false
const nothing: readonly never[] = []
const openFirst = { filters: [{ name: 'closed', selected_options: [false] }] }

/** Risks with what may be done about each: asking for an approval and deciding have dialogs of their own. */
export function RiskList({ ownViews, defaults, places, ...page }: RiskListProps) {
  const t = useWords('risks')
  const manages = useRight('risk.manage')
  const { tabs, board: sorted, rowActions, bulkActions, verbs, dialogs } = useWorkList(risk, riskTransitions, { icons: { close: Ban, reopen: RotateCcw } })
  // Whoever only works on a risk neither closes nor reopens it (RSK-16).
  const moving = manages ? verbs : noVerbs
  const board = useMemo(() => (manages ? sorted : { ...sorted, canMove: nowhere }), [manages, sorted])
  const mayAct = useRight('remediation.manage')
  const ofModel = useMemo(
    () => ({
      entity: 'risk_model' as const,
      right: 'risk.manage' as const,
      fields: [],
      more: ({ impact, probability, threats }: FormValues) => ({
        ...(places && { init_impact: placeOf(impact, places.impact), init_probability: placeOf(probability, places.probability) }),
        threat: Array.isArray(threats) ? ((threats as readonly unknown[])[0] ?? null) : null,
      }),
    }),
    [places],
  )
  const { initial: ofCatalogue, tool, dialog } = useFromModel(ofModel)
  const initial = useMemo(() => (ofCatalogue ? { ...page.initial, ...ofCatalogue } : page.initial), [page.initial, ofCatalogue])
  const [acting, setActing] = useState<Risk>()
  const [asked, setAsked] = useState<{ readonly step: Step; readonly row: Risk }>()
  const panel = useMemo((): PanelParts<Risk> => {
    const may: Record<Step, (row: Risk) => boolean> = {
      // What has changed since is asked for anew, or rejected.
      approve: (row) => row.decide_right && !row.stale,
      reject: (row) => row.decide_right,
      request: (row) => row.edit_right && row.treatment !== 'CLOSED' && (row.status === 'TO_BE_APPROVED' || row.status === 'APPROVED' ? row.stale : true),
      withdraw: (row) => row.status === 'TO_BE_APPROVED' && row.edit_right,
      review: (row) => row.edit_right && manages && row.treatment !== 'CLOSED',
    }
    return {
      follow: true,
      verbs: (row) => [
        ...(Object.keys(may) as Step[])
          .filter((step) => may[step](row))
          .map((step): Verb => ({
            name: step,
            label: t(step === 'request' && row.stale ? 'approval.again' : `approval.${step}`),
            icon: icons[step],
            primary: step === 'approve' || step === 'request',
            run: () => setAsked({ step, row }),
          })),
        ...(mayAct && row.edit_right && row.treatment !== 'CLOSED' ? [{ name: 'act', label: t('action.add'), icon: ListPlus, run: () => setActing(row) }] : []),
        ...moving(row).map((verb) => ({ ...verb, primary: false })),
      ],
      Details: RiskDetails,
      mayEdit: (row) => row.treatment !== 'CLOSED',
      tabs: [
        { value: 'levels', label: t('levels.tab'), first: true, Content: Levels },
        { value: 'euros', label: t('quantification.tab'), Content: InEuros },
        { value: 'approval', label: t('approval.tab'), Content: Approval },
      ],
    }
  }, [t, moving, manages, mayAct])
  const views = useMemo(
    () => ({
      ...ownViews,
      approval: {
        label: t('workspace.name'),
        icon: Gavel,
        render: (view: ViewContext) => (
          <Suspense fallback={<SkeletonRows />}>
            <ApprovalView {...view} />
          </Suspense>
        ),
      },
      board,
    }),
    [t, ownViews, board],
  )
  return (
    <>
      <ListPage
        entity={risk}
        {...page}
        defaults={{ ...openFirst, ...defaults }}
        tabs={tabs}
        views={views}
        rowActions={manages ? rowActions : nothing}
        bulkActions={manages ? bulkActions : nothing}
        panel={panel}
        groups={groups}
        tools={manages ? tool : null}
        {...(initial && { initial })}
      />
      {dialog}
      {dialogs}
      {acting ? (
        <Suspense>
          <ActionDialog row={acting} onClose={() => setActing(undefined)} />
        </Suspense>
      ) : null}
      {asked ? (
        <Suspense>
          <StepDialog {...asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}
