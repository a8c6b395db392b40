import { BarChart3, ClipboardPen, Contact } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { isAnswerable } from '#areas/campaigns/contract/evaluation.ts'
import { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import type { BulkAction, RowAction } from '#kit/web/table/columns.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { isRunning } from '#areas/campaigns/contract/campaign.ts'
import { evaluationTransitions } from '#areas/campaigns/web/presentation.ts'
import { useScored } from '#areas/campaigns/web/results/results-api.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { Campaign, Evaluation } from './plan-api.ts'

const PeopleDialog = lazy(async () => ({ default: (await import('./people-dialog.tsx')).PeopleDialog }))
const RemindDialog = lazy(async () => ({ default: (await import('./campaign-dialogs.tsx')).RemindDialog }))

const OutsidePeople = lazy(async () => ({ default: (await import('#areas/campaigns/web/outside/outside-people.tsx')).OutsidePeople }))

/** Columns that would say the same in every row, or what is not reckoned here. */
const ofCampaign = ['campaign'] as const
const unscored = ['campaign', 'score'] as const

interface EvaluationListProps {
  readonly row: Campaign
  /** Whether people can be reminded, and named, by whoever looks. */
  readonly onRemind: boolean
  readonly onPeople: boolean
  readonly children: ReactNode
}

interface Chosen {
  readonly what: 'people' | 'remind'
  readonly ids: readonly number[]
  readonly clear: () => void
}

/** The evaluations of a campaign: people, reminders and days for many at once, and the ways to the answers. */
export function EvaluationList({ row, onRemind, onPeople, children }: EvaluationListProps) {
  const t = useWords('campaigns')
  const navigate = useNavigate()
  const mayManage = useRight('evaluation.manage')
  const scored = useScored()
  const [chosen, setChosen] = useState<Chosen>()
  const [guests, setGuests] = useState<Evaluation>()
  const fixed = useMemo(() => [{ name: 'campaign', selected_options: [row.id] }], [row.id])
  const running = isRunning(row.status)
  const rowActions = useMemo((): readonly RowAction<Evaluation>[] => {
    const place = ({ perimeter }: Evaluation) => ({ campaignId: row.id, perimeterId: perimeter?.id ?? 0 })
    return [
      {
        name: 'answer',
        label: t('plan.mail.answer'),
        icon: ClipboardPen,
        show: (one) => (running || one.given_back) && one.edit_right && isAnswerable(one.status),
        run: (one) => void navigate({ to: path('/contributions/evaluations/eval/$campaignId/$perimeterId', place(one)) }),
      },
      {
        name: 'outside',
        label: t('outside.people.title'),
        icon: Contact,
        show: (one) => mayManage && (row.status !== 'FINISHED' || one.given_back) && one.edit_right,
        run: setGuests,
      },
      {
        name: 'results',
        label: t('plan.verbs.results'),
        icon: BarChart3,
        show: (one) => (one.answered ?? 0) > 0,
        run: (one) => void navigate({ to: path('/ops/campaigns/results/$campaignId/$perimeterId', place(one)) }),
      },
    ]
  }, [t, navigate, row.id, row.status, running, mayManage])
  const bulkActions = useMemo((): readonly BulkAction<Evaluation>[] => {
    const verb = (what: Chosen['what'], label: string, show: boolean): BulkAction<Evaluation>[] =>
      show && mayManage ? [{ name: what, label, run: (rows, clear) => setChosen({ what, ids: rows.map(({ id }) => id), clear }) }] : []
    return [...verb('people', t('plan.people.title'), onPeople), ...verb('remind', t('plan.verbs.remind'), onRemind)]
  }, [t, mayManage, onPeople, onRemind])
  const close = () => setChosen(undefined)
  const done = () => {
    chosen?.clear()
    close()
  }
  return (
    <>
      <WorkListPage
        entity={evaluation}
        list="campaign_evaluations"
        fixed={fixed}
        without={scored ? ofCampaign : unscored}
        transitions={evaluationTransitions}
        rowActions={rowActions}
        bulkActions={bulkActions}
      >
        {children}
      </WorkListPage>
      {guests ? (
        <Suspense>
          <OutsidePeople evaluation={guests.id} name={guests.perimeter?.name ?? ''} onClose={() => setGuests(undefined)} />
        </Suspense>
      ) : null}
      {chosen ? (
        <Suspense>
          {chosen.what === 'people' ? (
            <PeopleDialog campaign={row.id} duty="EVALUATOR" evaluations={chosen.ids} onClose={close} onDone={done} />
          ) : (
            <RemindDialog campaign={row.id} evaluations={chosen.ids} onClose={close} />
          )}
        </Suspense>
      ) : null}
    </>
  )
}
