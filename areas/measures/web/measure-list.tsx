import { CircleCheckBig, CircleSlash, ListPlus, RotateCcw, ShieldOff, TrendingUp } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { measure } from '#areas/measures/contract/measure.ts'
import { useExemptionRequest } from '#areas/policies/web/index.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import { path } from '#kit/web/route.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { recordPart } from '#kit/web/resource/record-part.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import type { OwnView, ViewContext } from '#kit/web/resource/list-props.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { DecidingProvider } from './decide/deciding.ts'
import { offered, useDecisions, type Asked as AskedFor } from './decide/use-decisions.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { MeasureStatus, type Measure } from './presentation.tsx'

interface MeasureListProps {
  readonly list: string
  readonly fixed?: readonly Filter[]
  readonly initial?: FormValues
  readonly views?: Readonly<Record<string, OwnView>>
  readonly children?: ReactNode
}

const parts = () => import('./panel-parts.ts')
const Details = recordPart(async () => (await parts()).Details, 480)
const EvidenceTab = recordPart(async () => (await parts()).EvidenceTab, 120)
const EfficiencyTab = recordPart(async () => (await parts()).EfficiencyTab, 120)
const BeneficiariesTab = recordPart(async () => (await parts()).BeneficiariesTab, 120)
const ImplementDialog = lazy(async () => ({ default: (await import('./fork-dialog.tsx')).ImplementDialog }))
const PlanDialog = lazy(async () => ({ default: (await import('./fork-dialog.tsx')).PlanDialog }))
const DiscardDialog = lazy(async () => ({ default: (await import('./decision-dialogs.tsx')).DiscardDialog }))
const ResetDialog = lazy(async () => ({ default: (await import('./decision-dialogs.tsx')).ResetDialog }))
const ByGainView = lazy(async () => ({ default: (await import('./by-gain-view.tsx')).ByGainView }))
const DecideTab = lazy(async () => ({ default: (await import('./decide/decide-tab.tsx')).DecideTab }))
const ProofDialog = lazy(async () => ({ default: (await import('./decide/proof-dialog.tsx')).ProofDialog }))
const FinishDialog = lazy(async () => ({ default: (await import('./decide/proof-dialog.tsx')).FinishDialog }))
const SinceDialog = lazy(async () => ({ default: (await import('./decide/since-dialog.tsx')).SinceDialog }))

const ProposeDialog = lazy(async () => ({ default: (await import('./decide/propose-dialog.tsx')).ProposeDialog }))

const dialogs = {
  propose: ProposeDialog,
  implement: ImplementDialog,
  plan: PlanDialog,
  discard: DiscardDialog,
  reset: ResetDialog,
  proof: ProofDialog,
  finish: FinishDialog,
  since: SinceDialog,
}
type Decision = 'implement' | 'plan' | 'discard' | 'reset'
const icons = { implement: CircleCheckBig, plan: ListPlus, discard: CircleSlash, reset: RotateCcw }
const decisions: readonly Decision[] = ['implement', 'plan', 'discard', 'reset']

/** What may be decided about a measure as it stands (MEA-08). */
const applies = (row: Measure, decision: Decision) =>
  decision === 'reset' ? row.reset_right === true : row.edit_right && row.status !== 'IMPLEMENTED' && !(decision === 'discard' && row.decision === 'DISCARDED')

/** Where somebody may decide about a measure, they may ask to be exempted from what it is for. */
const mayAsk = (row: Measure) => row.edit_right

/** The measures of security bases with the decisions about them. */
export function MeasureList({ list, fixed, initial, views, children }: MeasureListProps) {
  const t = useWords('measures')
  const format = useFormat()
  const [asked, setAsked] = useState<{ decision: keyof typeof dialogs; row: Measure; onDone?: (() => void) | undefined }>()
  const ask = useCallback((decision: AskedFor, row: Measure, onDone?: () => void) => setAsked({ decision, row, onDone }), [])
  const { verbs, deciding } = useDecisions(ask)
  const asOf = useAsOf()
  const request = useExemptionRequest()
  const exempt = useMemo(
    () =>
      request && {
        name: 'exempt',
        label: t('do.exempt'),
        icon: ShieldOff,
        run: (row: Measure) => request({ measure: row.id, perimeter: row.perimeter?.id }),
      },
    [request, t],
  )
  const rowActions = useMemo(
    () => [
      ...decisions.map((decision): RowAction<Measure> => ({
        name: decision,
        label: t(`do.${decision}`),
        icon: icons[decision],
        show: (row) => applies(row, decision),
        run: (row) => setAsked({ decision, row }),
      })),
      ...(exempt ? [{ ...exempt, show: mayAsk }] : []),
    ],
    [t, exempt],
  )
  const panel = useMemo(
    (): PanelParts<Measure> => ({
      header: (row) => (
        <>
          <MeasureStatus row={row} whole />
          {row.operator?.accepted === false ? (
            <Text size={12} tone="quiet">
              {t('decide.offered_on', { perimeter: row.operator.name, date: format.date(row.operator.since) })}
            </Text>
          ) : null}
          {row.edit_right || asOf ? null : (
            <Text as="em" tone="quiet" size={12} upright>
              {t('errors.no_edit')}
            </Text>
          )}
          {row.differences && !asOf ? (
            <Link to={path('/org/security_base/diff/$id', { id: row.id })}>{t('differences.open', { count: row.differences })}</Link>
          ) : null}
        </>
      ),
      Details,
      verbs: (row, at) => [...verbs(row, at), ...(exempt && mayAsk(row) ? [{ ...exempt, run: () => exempt.run(row) }] : [])],
      tabs: [
        { value: 'decide', label: t('decide.tab'), first: true, Content: Decide },
        { value: 'evidence', label: t('tabs.evidence'), past: true, Content: EvidenceTab },
        { value: 'efficiency', label: t('tabs.efficiency'), past: true, Content: EfficiencyTab },
        {
          value: 'beneficiaries',
          label: t('tabs.beneficiaries'),
          count: (row) => row.beneficiaries?.length ?? 0,
          past: true,
          Content: BeneficiariesTab,
        },
      ],
    }),
    [t, format, verbs, exempt, asOf],
  )
  const all = useMemo(
    () => ({
      gain: {
        label: t('views.gain'),
        icon: TrendingUp,
        render: (context: ViewContext) => (
          <Suspense fallback={<SkeletonRows count={16} />}>
            <ByGainView {...context} />
          </Suspense>
        ),
      },
      ...views,
    }),
    [t, views],
  )
  const Dialog = asked && dialogs[asked.decision]
  const close = ({ decision, row }: NonNullable<typeof asked>) => {
    setAsked(undefined)
    if (decision === 'implement') void offered(row).then((any) => any && setAsked({ decision: 'propose', row }))
  }
  return (
    <DecidingProvider value={deciding}>
      <ListPage entity={measure} list={list} rowActions={rowActions} panel={panel} {...(fixed ? { fixed } : {})} {...(initial ? { initial } : {})} views={all}>
        {children}
      </ListPage>
      {Dialog ? (
        <Suspense fallback={null}>
          <Dialog row={asked.row} onDone={asked.onDone} onClose={() => close(asked)} />
        </Suspense>
      ) : null}
    </DecidingProvider>
  )
}

const Decide = ({ row }: { readonly row: Measure }) => (
  <Suspense fallback={<SkeletonRows count={10} />}>
    <DecideTab row={row} />
  </Suspense>
)
