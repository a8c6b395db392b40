import { useState } from 'react'
import { campaign, isDraft, isRunning } from '#areas/campaigns/contract/campaign.ts'
import { failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate, useParams } from '#kit/web/navigation.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { RecordPanel } from '#kit/web/resource/record-panel.tsx'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { CampaignHead } from './campaign-head.tsx'
import { EvaluationList } from './evaluation-list.tsx'
import type { PeopleRole } from './people-dialog.tsx'
import { moveCampaign, useLive, useReadiness, type Campaign } from './plan-api.ts'
import { PlanDetails, planSteps, type PlanDetailsProps, type PlanStep } from './plan-details.tsx'
import { mendedIn, Readiness } from './readiness.tsx'

const dialogs = () => import('./campaign-dialogs.tsx')
const DeadlineDialog = lazy(async () => ({ default: (await dialogs()).DeadlineDialog }))
const CloseDialog = lazy(async () => ({ default: (await dialogs()).CloseDialog }))
const RemindDialog = lazy(async () => ({ default: (await dialogs()).RemindDialog }))
const DuplicateDialog = lazy(async () => ({ default: (await dialogs()).DuplicateDialog }))
const PeopleDialog = lazy(async () => ({ default: (await import('./people-dialog.tsx')).PeopleDialog }))

/** Settings begin at their first step, or where what is missing is mended. */
type Asked = PlanStep | 'extend' | 'reopen' | 'close' | 'remind' | 'duplicate' | PeopleRole
const partsAt = Object.fromEntries(
  planSteps.map((step) => [step, { Details: (props: PlanDetailsProps) => <PlanDetails {...props} first={step} />, follow: true }] as const),
) as Readonly<Record<PlanStep, PanelParts>>

/** One campaign: how far it is, what it still needs, what can be done, and its evaluations. */
export function Page() {
  const { id } = useParams<'/ops/campaigns/$id'>()
  const { data: row, error, refetch } = useRecord(campaign, id)
  const [starting, setStarting] = useState(false)
  const begun = starting && row !== undefined && !isRunning(row.status)
  useLive(row, begun)
  if (error) {
    return (
      <Sheet>
        <ErrorState reason={error} onRetry={() => void refetch()} />
      </Sheet>
    )
  }
  if (!row) {
    return (
      <Sheet>
        <SkeletonRows count={20} />
      </Sheet>
    )
  }
  return <Open key={id} row={row} starting={begun} onStart={() => setStarting(true)} />
}

interface OpenProps {
  readonly row: Campaign
  /** Somebody has asked for the start, and it is on its way. */
  readonly starting: boolean
  readonly onStart: () => void
}

function Open({ row, starting, onStart }: OpenProps) {
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const draft = isDraft(row.status)
  return (
    <>
      <EvaluationList row={row} onRemind={row.edit_right && isRunning(row.status)} onPeople={row.edit_right && row.status !== 'FINISHED'}>
        <CampaignHead row={row}>
          <CampaignActions row={row} starting={starting} onStart={onStart} onAsk={setAsked} />
        </CampaignHead>
        {draft ? (
          <Readiness
            row={row}
            onMend={(key) => {
              const where = mendedIn[key]
              if (where) setAsked(where)
            }}
          />
        ) : null}
      </EvaluationList>
      {asked ? (
        <Suspense>
          <Dialog row={row} asked={asked} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

function Dialog({ row, asked, onClose }: { readonly row: Campaign; readonly asked: Asked; readonly onClose: () => void }) {
  const navigate = useNavigate()
  switch (asked) {
    case 'extend':
    case 'reopen':
      return <DeadlineDialog row={row} verb={asked} onClose={onClose} />
    case 'close':
      return <CloseDialog row={row} onClose={onClose} />
    case 'remind':
      return <RemindDialog campaign={row.id} onClose={onClose} />
    case 'duplicate':
      return <DuplicateDialog row={row} onClose={onClose} />
    case 'EVALUATOR':
    case 'VALIDATOR':
      return <PeopleDialog campaign={row.id} duty={asked} onClose={onClose} />
    default:
      return (
        <RecordPanel
          entity={campaign}
          id={row.id}
          parts={partsAt[asked]}
          edit
          onOpen={(id) => {
            if (id === undefined) onClose()
            else void navigate({ to: path('/ops/campaigns/$id', { id }) })
          }}
        />
      )
  }
}

/** What can be done with a campaign as it stands; one of it is first. */
function CampaignActions({ row, starting, onStart, onAsk }: OpenProps & { readonly onAsk: (asked: Asked) => void }) {
  const t = useWords('campaigns')
  const { data: readiness } = useReadiness(row)
  const [move, busy] = useSubmit(async (verb: 'ready' | 'start') => {
    try {
      const message = await moveCampaign(row, verb)
      if (message) toast.success(message)
      if (verb === 'start') onStart()
    } catch (reason) {
      toast.error(failureDetails(reason) ?? '')
    } finally {
      await renewed()
    }
  })
  const draft = isDraft(row.status)
  const running = isRunning(row.status)
  const button = (asked: Asked, label: string) => (
    <Button size="sm" onClick={() => onAsk(asked)}>
      {label}
    </Button>
  )
  const mayPlan = row.edit_right
  return (
    <>
      {draft ? null : (
        <ButtonLink size="sm" to={path('/ops/campaigns/results/$campaignId', { campaignId: row.id })}>
          {t('plan.verbs.results')}
        </ButtonLink>
      )}
      {button('general', t('plan.verbs.settings'))}
      {mayPlan ? (
        <>
          {draft ? button('EVALUATOR', t('plan.people.title')) : button('duplicate', t('plan.verbs.duplicate'))}
          {running ? button('extend', t('plan.verbs.extend')) : null}
          {running ? button('close', t('plan.verbs.close')) : null}
          {running ? button('remind', t('plan.verbs.remind')) : null}
          {row.status === 'FINISHED' ? button('reopen', t('plan.verbs.reopen')) : null}
          {row.status === 'INIT' || row.status === 'TO_BE_PLANNED' ? (
            <Button
              size="sm"
              variant="primary"
              loading={busy}
              disabled={!readiness?.planned || (row.status === 'TO_BE_PLANNED' && !readiness.complete)}
              onClick={() => move('ready')}
            >
              {t(readiness && !readiness.complete ? 'entities.campaign.do.plan' : 'entities.campaign.do.ready')}
            </Button>
          ) : null}
          {row.status === 'READY' ? (
            <Button size="sm" variant="primary" loading={busy || starting} onClick={() => move('start')}>
              {t(starting ? 'plan.verbs.starting' : 'plan.verbs.start')}
            </Button>
          ) : null}
        </>
      ) : null}
    </>
  )
}
