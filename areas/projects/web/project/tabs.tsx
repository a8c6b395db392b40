import { Plus } from 'lucide-react'
import { useState } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { isOpen } from '#areas/actions/contract/remediation-work.ts'
import { campaign, isDraft } from '#areas/campaigns/contract/campaign.ts'
import { LazyDuplicate } from '#areas/campaigns/web/index.ts'
import { exemption } from '#areas/exemptions/contract/exemption.ts'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { fileInput, type FileReference } from '#kit/contract/field.ts'
import { AttachedFiles, FileList } from '#kit/web/kinds/attached-files.tsx'
import { holds, useSession } from '#kit/web/api/session.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { Link } from '#kit/web/navigation.ts'
import { useFieldContexts } from '#kit/web/resource/entity-columns.tsx'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { DueDate, Progress } from '#kit/web/ui/marks.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import type { Project } from '#areas/projects/web/presentation.tsx'
import { useRows } from '#areas/projects/web/use-rows.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import css from './project.module.css'

const CampaignDialog = lazy(async () => ({ default: (await import('./plan-dialogs.tsx')).CampaignDialog }))
const ActionDialog = lazy(async () => ({ default: (await import('./plan-dialogs.tsx')).ActionDialog }))
const LinkDialog = lazy(async () => ({ default: (await import('./plan-dialogs.tsx')).LinkDialog }))

interface TabProps {
  readonly row: Project
}
type CampaignRow = RowOf<typeof campaign>
const ofProject = (row: Project) => [{ name: 'project', selected_options: [row.id] }]

/** What is to be done for the project, whichever plan it stands in. */
export function ActionsTab({ row }: TabProps) {
  const t = useWords('projects')
  const who = useSession()
  const statusWords = useFieldContexts(remediation)('status').words
  const { data, error, refetch } = useRows(remediation, ofProject(row), 'target_date')
  const [asked, setAsked] = useState<'new' | 'link'>()
  const may = row.edit_right && row.status === 'ONGOING' && holds(who, 'remediation.manage')
  if (error && !data) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  const rows = [...data.objects.filter(({ closed }) => !closed), ...data.objects.filter(({ closed }) => closed)]
  return (
    <section className={css.card}>
      {may ? (
        <Row gap={8} spread="last" wrap>
          <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setAsked('new')}>
            {t('page.add_action')}
          </Button>
          <Button size="sm" onClick={() => setAsked('link')}>
            {t('page.link_action')}
          </Button>
        </Row>
      ) : null}
      {rows.length === 0 ? <EmptyState title={t('page.no_actions')} /> : null}
      <ul className={css.lines}>
        {rows.map((one) => (
          <li key={one.id}>
            <code>{one.identifier}</code>
            <Link to={path('/actions/filtered', { id: one.id })}>{one.name}</Link>
            <StatusBadge {...lookOf(one.status ?? '', 'remediation.status')}>{statusWords.choice('status', one.status ?? 'TO_PLAN')}</StatusBadge>
            <DueDate date={one.target_date} open={isOpen(one.status)} />
          </li>
        ))}
      </ul>
      {rows.length > 0 ? <Link to={rowsAt(path('/actions/filtered'), ofProject(row))}>{t('page.see_all')}</Link> : null}
      <Suspense>
        {asked === 'new' ? <ActionDialog row={row} onClose={() => setAsked(undefined)} /> : null}
        {asked === 'link' ? <LinkDialog row={row} onClose={() => setAsked(undefined)} /> : null}
      </Suspense>
    </section>
  )
}

/** What is asked of people about the project (PRJ-16); what was answered at one step is taken up at a later one. */
export function CampaignsTab({ row }: TabProps) {
  const t = useWords('projects')
  const who = useSession()
  const words = useFieldContexts(campaign)('status').words
  const { data, error, refetch } = useRows(campaign, ofProject(row), '-date_start')
  const [asked, setAsked] = useState<'new' | CampaignRow>()
  const may = row.edit_right_regular && row.status === 'ONGOING' && holds(who, 'campaign.write')
  const close = () => setAsked(undefined)
  if (error && !data) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  return (
    <section className={css.card}>
      {may && data.objects.length > 0 ? (
        <Row gap={8} spread="last" wrap>
          <Button size="sm" icon={<Plus size={14} aria-hidden />} onClick={() => setAsked('new')}>
            {t('page.add_campaign')}
          </Button>
        </Row>
      ) : null}
      {data.objects.length === 0 ? (
        <EmptyState
          title={t('page.no_campaigns')}
          text={t('page.no_campaigns_text')}
          way={may ? { label: t('page.add_campaign'), run: () => setAsked('new') } : undefined}
        />
      ) : null}
      <ul className={css.lines}>
        {data.objects.map((one) => (
          <li key={one.id}>
            <code>{one.identifier}</code>
            <Link to={path('/ops/campaigns/$id', { id: one.id })}>{one.name}</Link>
            {isDraft(one.status) ? null : (
              <Link to={path('/ops/projects/$id/results/$campaignId', { id: row.id, campaignId: one.id })} className={css.soft}>
                {t('page.results')}
              </Link>
            )}
            <Progress value={one.progress ?? 0} />
            <StatusBadge {...lookOf(one.status ?? '', 'campaign.status')}>{words.choice('status', one.status ?? 'INIT')}</StatusBadge>
            <DueDate date={one.limit_date_evaluation} open={!one.closed} />
            {may && one.closed ? (
              <Button size="sm" onClick={() => setAsked(one)} title={t('page.ask_again_text')}>
                {t('page.ask_again')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <Suspense>
        {asked === 'new' ? <CampaignDialog row={row} onClose={close} /> : null}
        {asked && asked !== 'new' ? <LazyDuplicate row={asked} onClose={close} /> : null}
      </Suspense>
    </section>
  )
}

/** Leave to go live although something is missing (EXM-03, PRJ-14). */
export function ExemptionsTab({ row }: TabProps) {
  const t = useWords('projects')
  const who = useSession()
  const stands = kinds.choice.cell(useFieldContexts(exemption)('status'))
  const { data, error, refetch } = useRows(exemption, ofProject(row), 'end_date')
  if (error && !data) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  const to = path('/ops/exemptions/all', { id: 'new', from: `isp_project:${row.id}`, ...(row.perimeter && { at: row.perimeter.id }) })
  const may = row.status === 'ONGOING' && holds(who, 'exemption.create')
  return (
    <section className={css.card}>
      {may && data.objects.length > 0 ? (
        <Row gap={8} spread="last" wrap>
          <ButtonLink size="sm" icon={<Plus size={14} aria-hidden />} to={to}>
            {t('page.add_exemption')}
          </ButtonLink>
        </Row>
      ) : null}
      {data.objects.length === 0 ? (
        <EmptyState title={t('page.no_exemptions')} text={t('page.no_exemptions_text')} way={may ? { label: t('page.add_exemption'), to } : undefined} />
      ) : null}
      <ul className={css.lines}>
        {data.objects.map((one) => (
          <li key={one.id}>
            <code>{one.identifier}</code>
            <Link to={path('/ops/exemptions/all', { id: one.id })}>{one.name}</Link>
            {stands(one.status, one)}
            <DueDate date={one.end_date} open={!one.closed} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was written about the project; a file that comes or goes is saved at once. */
export function DocumentsTab({ row }: TabProps) {
  const t = useWords('projects')
  const may = row.edit_right && row.status === 'ONGOING'
  const none = row.documents.length === 0 ? <EmptyState title={t('page.no_documents')} text={may ? t('page.no_documents_text') : undefined} /> : null
  if (!may) return none ?? <FileList files={row.documents} />
  const save = (edit: (before: Project['documents']) => readonly FileReference[]) =>
    // What went wrong has been said by then.
    void updateRow(ispProject, row, (latest) => ({ documents: edit(latest.documents).map(fileInput) })).catch(() => undefined)
  return (
    <section className={css.card}>
      {none}
      <AttachedFiles
        label={t('entities.isp_project.fields.documents')}
        files={row.documents}
        max={ispProject.fields.documents.options.max}
        savedAtOnce
        onEdit={save}
      />
    </section>
  )
}
