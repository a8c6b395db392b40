import { useLocation } from '@tanstack/react-router'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { evaluationFigures } from '#areas/campaigns/contract/figures.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { useNavigate, useParams } from '#kit/web/navigation.ts'
import { type Address, path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { BlockGrid, Page as Sheet, PageHeading, PageToolbar } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { ActionsTab } from './actions-tab.tsx'
import { Comparison } from './comparison.tsx'
import { Distribution } from './distribution.tsx'
import { EvaluationsTab } from './evaluations-tab.tsx'
import { ExportMenu } from './export-menu.tsx'
import { HeatMap, modes, type Mode } from './heat-map.tsx'
import { ItemsTab } from './items-tab.tsx'
import { LatePeople } from './late-people.tsx'
import { RadarBlock } from './radar-block.tsx'
import { ResultHead } from './result-head.tsx'
import { useView } from '#kit/web/ui/use-view.ts'
import { useResults, useScored } from './results-api.ts'
import { ValidateButton } from './validate-button.tsx'
import css from './results.module.css'

const tabs = ['results', 'evaluations', 'items', 'actions', 'radar'] as const
type Tab = (typeof tabs)[number]

/** Where the pages of results stand for this reader: contributors have their own, and so has a project. */
export function useResultPaths() {
  const contributes = useLocation({ select: ({ pathname }) => pathname.startsWith('/contributions') })
  const project = useLocation({ select: ({ pathname }) => /^\/ops\/projects\/(\d+)\/results\//.exec(pathname)?.[1] })
  if (project !== undefined) {
    const details = (id: number, perimeter: number, part?: string) =>
      path('/ops/projects/$id/results/$campaignId/$perimeterId/eval-details', { id: project, campaignId: String(id), perimeterId: String(perimeter) }, { part })
    return { campaign: (id: number) => path('/ops/projects/$id/results/$campaignId', { id: project, campaignId: String(id) }), perimeter: details, details }
  }
  const root = contributes ? '/contributions/evaluations/results' : '/ops/campaigns/results'
  return {
    campaign: (id: number) => path(`${root}/$campaignId`, { campaignId: String(id) }),
    perimeter: (id: number, perimeter: number) => path(`${root}/$campaignId/$perimeterId`, { campaignId: String(id), perimeterId: String(perimeter) }),
    details: (id: number, perimeter: number, part?: string) =>
      path(`${root}/$campaignId/$perimeterId/eval-details`, { campaignId: String(id), perimeterId: String(perimeter) }, { part }),
  }
}

/** What a campaign has come to, or one perimeter with those below it (CMP-30, NAV-18). */
export function Page() {
  const { campaignId, perimeterId } = useParams<'/ops/campaigns/results/$campaignId' | '/ops/campaigns/results/$campaignId/$perimeterId'>()
  const [view, look] = useView<'against'>()
  const against = /^\d{1,15}$/.test(view.against ?? '') ? Number(view.against) : undefined
  const perimeter = perimeterId === undefined ? undefined : Number(perimeterId)
  const query = useResults(Number(campaignId), perimeter, against)
  if (query.isError && !query.data) return <ErrorState reason={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Sheet>
        <SkeletonRows count={14} />
      </Sheet>
    )
  }
  return (
    <Results
      result={query.data.object}
      perimeter={perimeter}
      onAgainst={(id) => look({ against: id === undefined ? null : String(id) })}
      onRead={() => query.refetch()}
    />
  )
}

const unsubmitted = (id: number) => rowsAt(path('/ops/campaigns/$id', { id }), filtersOf(evaluationFigures.not_submitted))

interface ResultsProps {
  readonly result: CampaignResult
  readonly perimeter: number | undefined
  readonly onAgainst: (id: number | undefined) => void
  readonly onRead: () => Promise<unknown>
}

function Results({ result, perimeter, onAgainst, onRead }: ResultsProps) {
  const t = useWords('campaigns')
  const format = useFormat()
  const navigate = useNavigate()
  const paths = useResultPaths()
  const [view, look] = useView<'tab' | 'mode'>()
  const scored = useScored()
  const offered = tabs.filter((one) => scored || one !== 'radar')
  const tab = offered.find((one) => one === view.tab) ?? 'results'
  const mode = scored ? (modes.find((one) => one === view.mode) ?? 'score') : 'answers'
  const setTab = (next: Tab) => look({ tab: next === 'results' ? null : next })
  const setMode = (next: Mode) => look({ mode: next === 'score' ? null : next })
  const { campaign, lines } = result
  // Its days, people and rules, its end: on the page of whoever plans it.
  const plans = useLocation({ select: ({ pathname }) => pathname.startsWith('/ops/campaigns/') })
  const content = campaign.policy ?? campaign.questionnaire
  const values = {
    content: content?.name ?? '',
    version: campaign.version ?? '–',
    count: campaign.items,
  }
  const facts = [
    t(`entities.campaign.choices.status.${campaign.status}`),
    ...(campaign.date_start && campaign.limit_date_evaluation
      ? [t('results.head.from_to', { from: format.date(campaign.date_start), to: format.date(campaign.limit_date_evaluation) })]
      : []),
    t(campaign.questionnaire ? 'results.head.questions' : 'results.head.items', values),
  ]
  const go = (to: Address) => void navigate({ to })
  const here = perimeter === undefined ? undefined : lines.find((line) => line.perimeter.id === perimeter)
  return (
    <Sheet canvas>
      <PageToolbar>
        <PageHeading title={[campaign.name, here?.perimeter.name].filter(Boolean).join(' – ')} text={facts.join(' · ')} />
        {plans ? <ButtonLink to={path('/ops/campaigns/$id', { id: campaign.id })}>{t('results.head.plan')}</ButtonLink> : null}
        <ExportMenu campaign={campaign.id} perimeter={perimeter} />
        <ValidateButton result={result} onDone={onRead} />
      </PageToolbar>
      <div>
        <Tabs
          label={t('results.tabs.label')}
          value={tab}
          onChange={setTab}
          tabs={offered.map((value) => ({
            value,
            label: t(value === 'items' && campaign.questionnaire ? 'results.tabs.questions' : `results.tabs.${value}`),
            ...(value === 'evaluations' && { count: format.number(lines.length) }),
            ...(value === 'actions' && { count: format.number(result.actions.all) }),
            ...(value === 'items' && { count: format.number(campaign.items) }),
          }))}
        >
          <Grid gap={12} className={css.panel}>
            {tab === 'results' ? (
              <>
                <section className={css.card} aria-label={t('results.map.label')}>
                  <ResultHead
                    result={result}
                    mode={mode}
                    onMode={setMode}
                    onActions={() => setTab('actions')}
                    notSubmitted={plans && perimeter === undefined ? unsubmitted(campaign.id) : undefined}
                  />
                  {lines.every(({ state }) => state === 'NOTHING' || state === 'IGNORED') ? (
                    <EmptyState title={t('results.empty.title')} text={t('results.empty.text')} />
                  ) : (
                    <HeatMap
                      result={result}
                      mode={mode}
                      onOpen={(id, part) => go(paths.details(campaign.id, id, part))}
                      onPerimeter={(id) => go(paths.details(campaign.id, id))}
                    />
                  )}
                </section>
                <BlockGrid>
                  {scored || result.scaled ? <Distribution result={result} perimeter={perimeter} /> : null}
                  {scored ? <Comparison result={result} onAgainst={onAgainst} /> : null}
                  <LatePeople result={result} />
                </BlockGrid>
              </>
            ) : null}
            {tab === 'evaluations' ? <EvaluationsTab result={result} onOpen={(id) => go(paths.details(campaign.id, id))} /> : null}
            {tab === 'items' ? <ItemsTab result={result} perimeter={perimeter} /> : null}
            {tab === 'actions' ? <ActionsTab campaign={campaign.id} perimeter={perimeter} count={result.actions.all} /> : null}
            {tab === 'radar' ? <RadarBlock result={result} /> : null}
          </Grid>
        </Tabs>
      </div>
    </Sheet>
  )
}
