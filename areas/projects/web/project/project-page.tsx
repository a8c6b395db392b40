import { Ellipsis, Lock } from 'lucide-react'
import { useState } from 'react'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import { devSteps, orderOf, type DevStep } from '#areas/projects/contract/steps.ts'
import { reportFormats } from '#kit/contract/report.ts'
import { useParams } from '#kit/web/navigation.ts'
import { makeReport } from '#kit/web/reports/make-report.ts'
import { holds, useSession } from '#kit/web/api/session.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { usePageTitle } from '#kit/web/page-title.ts'
import { hasRelations, useShowRelations } from '#kit/web/relations.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import { RecordPanel } from '#kit/web/resource/record-panel.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Menu, MenuItem } from '#kit/web/ui/menu.tsx'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf, looks } from '#kit/web/ui/status-looks.ts'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { useView } from '#kit/web/ui/use-view.ts'
import { mayGo } from '#areas/projects/web/step-rights.ts'
import { CriticalityBadge, type Project } from '#areas/projects/web/presentation.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Overview } from './overview.tsx'
import { StepBar } from './step-bar.tsx'
import { ActionsTab, CampaignsTab, DocumentsTab, ExemptionsTab } from './tabs.tsx'
import { TestsTab } from './tests-tab.tsx'
import css from './project.module.css'

const StepDialog = lazy(async () => ({ default: (await import('./step-dialog.tsx')).StepDialog }))
const InterruptDialog = lazy(async () => ({ default: (await import('./interrupt-dialogs.tsx')).InterruptDialog }))
const ReopenDialog = lazy(async () => ({ default: (await import('./interrupt-dialogs.tsx')).ReopenDialog }))

/** One project: where it is, what can be done, and all that is known of its security (NAV-22). */
export function Page() {
  const { id } = useParams<'/ops/projects/$id'>()
  const { data: row, error, refetch } = useRecord(ispProject, id)
  if (error)
    return (
      <Sheet>
        <ErrorState reason={error} onRetry={() => void refetch()} />
      </Sheet>
    )
  if (!row)
    return (
      <Sheet>
        <SkeletonRows count={20} />
      </Sheet>
    )
  return <Open key={id} row={row} />
}

const tabs = ['overview', 'tests', 'actions', 'campaigns', 'exemptions', 'documents'] as const
type Tab = (typeof tabs)[number]
type Asked = DevStep | 'interrupt' | 'reopen' | 'edit'
const isStep = (asked: Asked): asked is DevStep => (devSteps as readonly string[]).includes(asked)
const parts = { follow: true } as const

function Open({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const who = useSession()
  usePageTitle(`${row.identifier} ${row.name ?? ''}`)
  const [view, look] = useView<'tab'>()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const may = (to: DevStep) => mayGo(row, to, who)
  const counts: Partial<Record<Tab, number>> = {
    tests: row.tests.length,
    actions: row.actions ?? 0,
    campaigns: row.campaigns ?? 0,
    exemptions: row.exemptions ?? 0,
    documents: row.documents.length,
  }
  const shown = tabs.filter((one) => one !== 'campaigns' || holds(who, 'campaign.read'))
  const tab = shown.find((one) => one === view.tab) ?? 'overview'
  const setTab = (next: Tab) => look({ tab: next === 'overview' ? null : next })
  return (
    <Sheet canvas>
      <Head row={row} may={may} onAsk={setAsked} />
      <StepBar row={row} mayMove={may} onMove={setAsked} />
      {row.status === 'INTERRUPTED' ? (
        <Text as="p" below={10} padY={8} padX={12} edge="all" corner={8} fill="warn" tone="plain" role="status">
          {row.status_reason ? t('rest.interrupted_why', { reason: row.status_reason }) : t('rest.interrupted')}
        </Text>
      ) : null}
      {row.status === 'CLOSED' ? (
        <Text as="p" below={10} padY={8} padX={12} edge="all" corner={8} fill="warn" tone="plain" role="status">
          {t('rest.closed')}
        </Text>
      ) : null}
      <div>
        <Tabs label={row.name ?? ''} value={tab} onChange={setTab} tabs={shown.map((value) => ({ value, label: t(`page.${value}`), count: counts[value] }))}>
          <div className={css.panel}>
            {tab === 'overview' ? <Overview row={row} /> : null}
            {tab === 'tests' ? <TestsTab row={row} /> : null}
            {tab === 'actions' ? <ActionsTab row={row} /> : null}
            {tab === 'campaigns' ? <CampaignsTab row={row} /> : null}
            {tab === 'exemptions' ? <ExemptionsTab row={row} /> : null}
            {tab === 'documents' ? <DocumentsTab row={row} /> : null}
          </div>
        </Tabs>
      </div>
      {asked ? (
        <Suspense>
          {isStep(asked) ? <StepDialog key={asked} row={row} to={asked} onClose={close} /> : null}
          {asked === 'interrupt' ? <InterruptDialog row={row} onClose={close} /> : null}
          {asked === 'reopen' ? <ReopenDialog row={row} onClose={close} /> : null}
          {asked === 'edit' ? (
            <RecordPanel entity={ispProject} id={row.id} parts={parts} edit onOpen={(id) => (id === undefined ? close() : undefined)} />
          ) : null}
        </Suspense>
      ) : null}
    </Sheet>
  )
}

function Head({ row, may, onAsk }: { readonly row: Project; readonly may: (to: DevStep) => boolean; readonly onAsk: (asked: Asked) => void }) {
  const t = useWords('projects')
  const kit = useWords('kit')
  const showRelations = useShowRelations()
  const format = useFormat()
  const at = orderOf(row.dev_step ?? 'IDENTIFICATION')
  const [previous, next] = [devSteps[at - 2], devSteps[at]]
  const days = row.step_since ? Math.max(0, daysBetween(row.step_since, dayOf())) : 0
  const who = useSession()
  const pilots = holds(who, 'isp_project.decide') && row.pilot_right
  const locked = next === 'PRODUCTION' && row.edit_right && !may('PRODUCTION')
  const inCharge = row.manager ?? row.group
  return (
    <Row as="header" wrap align="center" spread="between" gap={12} rowGap={8} className={css.head}>
      <Row wrap align="center" narrows gap={10} rowGap={6} className={css.title}>
        <Text as="h2" size={16} weight={600} line={22}>
          {row.name}
        </Text>
        <StatusBadge {...lookOf(row.status ?? 'ONGOING', 'isp_project.status')}>
          {t(`entities.isp_project.choices.status.${row.status ?? 'ONGOING'}`)}
        </StatusBadge>
        <CriticalityBadge row={row} named />
        {row.followed ? null : <StatusBadge {...looks.off}>{t('page.not_followed')}</StatusBadge>}
        {row.dev_step === 'PRODUCTION' && row.decision === 'NOGO' ? (
          <StatusBadge {...lookOf('NOGO', 'isp_project.decision')}>{t('page.live_nogo')}</StatusBadge>
        ) : null}
        {inCharge ? (
          <Row as="span" inline gap={6} align="center">
            <Avatar name={inCharge.name} /> {inCharge.name}
          </Row>
        ) : null}
        <span className={css.soft}>{t('steps.now', { order: format.number(at), count: format.number(devSteps.length), days })}</span>
      </Row>
      <Row wrap gap={8} align="center" className={css.buttons}>
        {previous && may(previous) ? <Button onClick={() => onAsk(previous)}>{t('move.previous')}</Button> : null}
        {next && next !== 'CLOSE' && (may(next) || locked) ? (
          <Button
            variant={locked ? 'default' : 'primary'}
            disabled={locked}
            title={locked ? t(row.decision === 'NOGO' ? 'errors.needs_exemption' : 'errors.needs_decision') : undefined}
            icon={locked ? <Lock size={14} aria-hidden /> : undefined}
            onClick={() => onAsk(next)}
          >
            {t('move.next')}
          </Button>
        ) : null}
        {row.status !== 'ONGOING' && pilots ? (
          <Button variant="primary" onClick={() => onAsk('reopen')}>
            {t('rest.reopen')}
          </Button>
        ) : null}
        <Menu
          label={t('page.more')}
          trigger={(props) => (
            <IconButton label={t('page.more')} size="md" {...props}>
              <Ellipsis size={16} />
            </IconButton>
          )}
        >
          <MenuItem onSelect={() => onAsk('edit')}>{t(row.edit_right ? 'page.edit' : 'page.history')}</MenuItem>
          {hasRelations('isp_project') ? (
            <MenuItem onSelect={() => showRelations({ type: 'isp_project', id: row.id })}>{kit('record.relations')}</MenuItem>
          ) : null}
          {row.status === 'ONGOING' && pilots ? <MenuItem onSelect={() => onAsk('interrupt')}>{t('rest.interrupt')}</MenuItem> : null}
          {reportFormats.map((format) => (
            <MenuItem key={format} onSelect={() => void makeReport(`/isp_project/${row.id}/project_report`, format, {})}>
              {t(format === 'pdf' ? 'report.pdf' : 'report.word')}
            </MenuItem>
          ))}
          {may('CLOSE') ? <MenuItem onSelect={() => onAsk('CLOSE')}>{t('move.close')}</MenuItem> : null}
        </Menu>
      </Row>
    </Row>
  )
}
