import { useMemo } from 'react'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import { program } from '#areas/actions/contract/program.ts'
import type { ReportFormat } from '#kit/contract/report.ts'
import { loadingError } from '#kit/web/api/loading-error.ts'
import { useRight } from '#kit/web/api/session.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useParams } from '#kit/web/navigation.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { Progress } from '#kit/web/ui/marks.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { ActionList } from './action-list.tsx'
import { PlanHeading } from './plan-heading.tsx'
import css from './actions.module.css'

/** One action plan: how far it is, and its actions in every view (ACT-28). */
export function Page() {
  const t = useWords('actions')
  const { id } = useParams<'/actions/$id'>()
  const record = useRecord(program, id)
  const plan = record.data
  const fixed = useMemo(() => [{ name: 'program', selected_options: [Number(id)] }], [id])
  const name = plan?.name ?? ''
  const initial = useMemo(() => ({ program: { id: Number(id), name } }), [id, name])
  const report = useMemo(() => ({ path: `/program/${id}/plan_report`, label: (format: ReportFormat) => t(`report.as.${format}`) }), [id, t])
  const lost = loadingError(record)
  if (lost) {
    return (
      <Sheet>
        <ErrorState reason={lost} onRetry={() => void record.refetch()} />
      </Sheet>
    )
  }
  if (!plan) {
    return (
      <Sheet>
        <SkeletonRows count={20} />
      </Sheet>
    )
  }
  return (
    <ActionList key={id} list="program_actions" fixed={fixed} initial={initial} report={report}>
      <PlanHeading id={id}>
        <PlanFigures id={id} />
      </PlanHeading>
    </ActionList>
  )
}

/** How far the plan is, and who is in charge of it, as of the day that the list shows. */
function PlanFigures({ id }: { readonly id: string }) {
  const t = useWords('actions')
  const format = useFormat()
  const mayManage = useRight('remediation.manage')
  const asOf = useAsOf()
  const { data: plan } = useRecord(program, id, asOf)
  if (!plan) return null
  const inCharge = [...(plan.assigned?.groups ?? []), ...(plan.assigned?.members ?? [])].map((each) => each.name).join(', ')
  return (
    <>
      <Progress value={plan.progress ?? 0} />
      <Link to={rowsAt(path('/actions/$id', { id }), [], asOf)}>
        {t('stats.total')} {format.number(plan.actions)}
      </Link>
      {plan.late ? (
        <Link to={rowsAt(path('/actions/$id', { id }), filtersOf(actionFigures.late), asOf)} className={css.late}>
          {t('stats.late')} {format.number(plan.late)}
        </Link>
      ) : null}
      {mayManage && !asOf ? <Link to={rowsAt(path('/actions/$id/mapping', { id }), [])}>{t('mapping.open')}</Link> : null}
      <span title={inCharge}>{inCharge}</span>
    </>
  )
}
