import { KeyRound, Pause, Play, RotateCcw, SlidersHorizontal, Ticket, Trash2 } from 'lucide-react'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked, useNavigate, useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { ListControls } from '#kit/web/ui/head-slot.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block, Page as Sheet } from '#kit/web/ui/page.tsx'
import { SidePanel } from '#kit/web/ui/side-panel.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { ConnectorJob, WholeJob } from '#areas/connectors/contract/calls.ts'
import { jobStatuses } from '#areas/connectors/contract/customer-connector.ts'
import { pauseService, resumeService, retryRun, runService, useConnector, useFeeds, useJob, useJobs, type Connector, useDefinitions } from './connectors-api.ts'
import css from './connectors.module.css'
import { Fresh, RunStatus, useBrought, useReason } from './parts.tsx'
import { Settings } from './settings.tsx'
import { told } from './told.ts'

/** A connector: four facts, its runs, what it feeds; a run opened says what happened and what comes of it. */
export function Page() {
  const asked = useAsked<'/admin/customer_connectors/$id/jobs'>()
  return asked.settings === true ? <Settings /> : <Runs />
}

function Runs() {
  const id = Number(useParams<'/admin/customer_connectors/$id/jobs'>().id)
  const { data, error, refetch } = useConnector(id)
  if (!data) return <Sheet>{error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : <SkeletonRows count={8} />}</Sheet>
  return <One row={data} />
}

function One({ row }: { readonly row: Connector }) {
  const t = useWords('connectors')
  const format = useFormat()
  const brought = useBrought()
  const reason = useReason()
  const ask = useAsk<'/admin/customer_connectors/$id/jobs'>()
  const asked = useAsked<'/admin/customer_connectors/$id/jobs'>()
  const status = jobStatuses.find((one) => one === asked.status)
  const run = Number.isSafeInteger(Number(asked.run)) && Number(asked.run) > 0 ? Number(asked.run) : undefined
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useJobs(row.id, status)
  const jobs = data?.pages.flatMap(({ objects }) => objects) ?? []
  const open = (next: number | undefined) => ask({ run: next }, true)
  return (
    <Sheet canvas>
      <ListControls>
        <Verbs row={row} />
      </ListControls>
      <div className={css.runs}>
        <Stack gap={16}>
          <Facts row={row} />
          <Block title={t('pages_of.runs')}>
            <Tabs
              label={t('pages_of.runs')}
              value={status ?? 'ALL'}
              onChange={(value) => ask({ status: value === 'ALL' ? undefined : value }, true)}
              tabs={(['ALL', ...jobStatuses] as const).map((value) => ({
                value,
                label: value === 'ALL' ? t('pages_of.all') : t(`statuses.${value}`),
                ...(value === (status ?? 'ALL') && data && { count: data.pages[0]?.total }),
              }))}
            >
              {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
              {!data && !error ? <SkeletonRows count={6} /> : null}
              {data && jobs.length === 0 ? <EmptyState title={t(status ? 'pages_of.none_of_status' : 'pages_of.no_run')} /> : null}
              {jobs.length > 0 ? (
                <div className={css.scroll}>
                  <table className={css.table} aria-label={t('pages_of.runs')}>
                    <thead>
                      <tr>
                        <th scope="col">{t('pages_of.columns.started')}</th>
                        <th scope="col">{t('pages_of.columns.state')}</th>
                        <th scope="col">{t('pages_of.columns.source')}</th>
                        <th scope="col">{t('pages_of.columns.lasted')}</th>
                        <th scope="col">{t('entities.customer_connector.fields.last_counts')}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {jobs.map((job) => (
                        <tr key={job.id} data-on={job.id === run || undefined}>
                          <td>
                            <button type="button" className={css.name} aria-expanded={job.id === run} onClick={() => open(job.id === run ? undefined : job.id)}>
                              {format.dateTime(job.started_at ?? job.asked_at)}
                            </button>
                          </td>
                          <td>
                            <RunStatus status={job.status} />
                          </td>
                          <td>{job.attempt > 1 ? t('pages_of.attempt_of', { source: job.source, attempt: job.attempt }) : t(`sources.${job.source}`)}</td>
                          <td>
                            <Text figures>{lasted(job)}</Text>
                          </td>
                          <td>{job.status === 'FAILED' ? <Text tone="quiet">{reason(job.error)}</Text> : <Text figures>{brought(job.counts)}</Text>}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              ) : null}
              {hasNextPage ? (
                <Row spread="middle" padY={10}>
                  <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                    {t('pages_of.older')}
                  </Button>
                </Row>
              ) : null}
            </Tabs>
          </Block>
          <Feeds id={row.id} />
        </Stack>
        {run === undefined ? null : <Run key={run} id={run} row={row} jobs={jobs} onOpen={open} />}
      </div>
    </Sheet>
  )
}

/** Minutes and seconds that a run took. */
function lasted({ started_at: started, ended_at: ended }: Pick<ConnectorJob, 'started_at' | 'ended_at'>): string {
  if (started === null || ended === null) return ''
  const seconds = Math.max(0, Math.round((Date.parse(ended) - Date.parse(started)) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function Verbs({ row }: { readonly row: Connector }) {
  const t = useWords('connectors')
  const navigate = useNavigate()
  const { data: services } = useDefinitions()
  const ofTickets = services?.objects.find(({ identifier }) => identifier === row.connector)?.produces.includes('tickets') === true
  const going = row.last_status === 'IN_PROGRESS' || row.last_status === 'PENDING'
  const disconnect = async () => {
    const question = {
      title: t('pages_of.disconnect_question'),
      message: t('pages_of.disconnect_text'),
      names: [row.name ?? ''],
      count: 1,
      confirm: t('pages_of.disconnect'),
      danger: true,
    }
    if (!(await confirm(question))) return
    await told(api.del<{ readonly message?: string }>(`/customer_connector/${row.id}`))
    await navigate({ to: path('/admin/customer_connectors') })
  }
  return (
    <Row gap={8} wrap>
      {ofTickets ? (
        <ButtonLink icon={<Ticket size={15} aria-hidden />} to={path('/admin/customer_connectors/$id/tickets', { id: row.id })}>
          {t('pages_of.tickets')}
        </ButtonLink>
      ) : null}
      <ButtonLink icon={<SlidersHorizontal size={15} aria-hidden />} to={path('/admin/customer_connectors/$id/jobs', { id: row.id }, { settings: true })}>
        {t('pages_of.settings')}
      </ButtonLink>
      {row.paused ? (
        <Button icon={<Play size={15} aria-hidden />} onClick={() => void told(resumeService(row.id))}>
          {t('pages_of.resume')}
        </Button>
      ) : (
        <Button icon={<Pause size={15} aria-hidden />} onClick={() => void told(pauseService(row.id))}>
          {t('pages_of.pause')}
        </Button>
      )}
      <Button icon={<Trash2 size={15} aria-hidden />} onClick={() => void disconnect()}>
        {t('pages_of.disconnect')}
      </Button>
      {going ? null : (
        <Button variant="primary" icon={<Play size={15} aria-hidden />} onClick={() => void told(runService(row.id))}>
          {t('pages_of.run_now')}
        </Button>
      )}
    </Row>
  )
}

function Facts({ row }: { readonly row: Connector }) {
  const t = useWords('connectors')
  const format = useFormat()
  const fact = (title: string, value: React.ReactNode, text = '') => (
    <div>
      <Text as="p" size={12} tone="quiet">
        {title}
      </Text>
      <Text as="p" weight={600} figures>
        {value}
      </Text>
      <Text as="p" size={12} tone="quiet">
        {text}
      </Text>
    </div>
  )
  return (
    <Block title={row.name ?? ''} sub={row.perimeters.map(({ name }) => name).join(', ')}>
      <div className={css.four}>
        {fact(t('entities.customer_connector.fields.good_at'), row.good_at ? format.dateTime(row.good_at) : t('pages_of.never'))}
        {fact(t('entities.customer_connector.fields.fresh_until'), <Fresh good={row.good_at} until={row.fresh_until} />)}
        {fact(
          t('entities.customer_connector.fields.next_at'),
          row.paused ? t('entities.customer_connector.fields.paused') : format.dateTime(row.next_at),
          row.periodicity ? t(`entities.customer_connector.choices.periodicity.${row.periodicity}`) : '',
        )}
        {fact(
          t('entities.customer_connector.fields.maker'),
          row.maker?.name ?? '',
          row.failing_since ? t('pages_of.failing_since', { at: format.dateTime(row.failing_since) }) : '',
        )}
      </div>
    </Block>
  )
}

function Feeds({ id }: { readonly id: number }) {
  const t = useWords('connectors')
  const format = useFormat()
  const { data, error, refetch } = useFeeds(id)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} />
  if (data.objects.length === 0 && data.gaps === 0) return null
  return (
    <Block title={t('pages_of.feeds')} sub={t('pages_of.feeds_text', { metrics: data.objects.length, gaps: data.gaps })}>
      {data.objects.length > 0 ? (
        <div className={css.scroll}>
          <table className={css.table} aria-label={t('pages_of.feeds')}>
            <thead>
              <tr>
                <th scope="col">{t('pages_of.columns.metric')}</th>
                <th scope="col">{t('pages_of.perimeter')}</th>
                <th scope="col" className={css.figure}>
                  {t('pages_of.columns.value')}
                </th>
                <th scope="col" className={css.figure}>
                  {t('pages_of.columns.as_of')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.objects.map(({ key, metric, perimeter, value, period }) => (
                <tr key={`${key} ${metric?.id} ${perimeter?.id}`}>
                  <td>
                    <Text tone="quiet">{metric?.identifier}</Text> {metric?.name ?? key}
                  </td>
                  <td>{perimeter?.name}</td>
                  <td className={css.figure}>
                    <Text figures>{value === null ? '—' : [format.number(value), metric?.unit ?? ''].join('\u00A0')}</Text>
                  </td>
                  <td className={css.figure}>
                    <Text figures>{period === null ? '' : format.date(period.slice(0, 10))}</Text>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </Block>
  )
}

interface RunProps {
  readonly id: number
  readonly row: Connector
  readonly jobs: readonly ConnectorJob[]
  readonly onOpen: (id: number | undefined) => void
}

function Run({ id, row, jobs, onOpen }: RunProps) {
  const t = useWords('connectors')
  const format = useFormat()
  const reason = useReason()
  const { data, error, refetch } = useJob(id)
  const title = data ? (data.status === 'FAILED' ? reason(data.error) : t(`statuses.${data.status}`)) : t('pages_of.run')
  const ended = data?.ended_at !== null
  return (
    <SidePanel
      title={title}
      facts={data ? [format.dateTime(data.started_at ?? data.asked_at), t(`sources.${data.source}`), lasted(data)].filter(Boolean).join(' · ') : ''}
      about={data ? <RunStatus status={data.status} /> : null}
      id={id}
      rows={jobs}
      onOpen={onOpen}
      foot={
        data && ended ? (
          <Row gap={8} spread="between" wrap>
            <Button icon={<RotateCcw size={14} aria-hidden />} onClick={() => void told(retryRun(id))}>
              {t('pages_of.retry')}
            </Button>
            {data.status === 'FAILED' ? (
              <ButtonLink
                variant="primary"
                icon={<KeyRound size={14} aria-hidden />}
                to={path('/admin/customer_connectors/$id/jobs', { id: row.id }, { settings: true })}
              >
                {t(data.error === 'refused' ? 'pages_of.replace_key' : 'pages_of.look_settings')}
              </ButtonLink>
            ) : null}
          </Row>
        ) : null
      }
    >
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows count={6} /> : null}
      {data ? <Told job={data} row={row} /> : null}
    </SidePanel>
  )
}

/** What happened line by line, what it counted against the last good run, and what comes if nothing is done. */
function Told({ job, row }: { readonly job: WholeJob; readonly row: Connector }) {
  const t = useWords('connectors')
  const format = useFormat()
  const brought = useBrought()
  return (
    <Stack gap={16}>
      {job.told ? (
        <p className={css.said} data-tone={job.status === 'FAILED' ? 'bad' : 'warn'}>
          {t('pages_of.it_said', { told: job.told })}
        </p>
      ) : null}
      <section aria-label={t('pages_of.happened')}>
        <Text as="h3" size={13} weight={600} below={6}>
          {t('pages_of.happened')}
        </Text>
        {job.lines.length > 0 ? (
          <div role="log" aria-live="off" aria-label={t('pages_of.happened')}>
            <ul className={css.log}>
              {job.lines.map(({ at, level, text }, n) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines of a log have no name but their place
                <li key={n} data-level={level}>
                  <Text size={12} tone="quiet" figures>
                    {format.dateTime(at)}
                  </Text>
                  <Text>{text}</Text>
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <Text tone="quiet">{t('pages_of.not_begun')}</Text>
        )}
      </section>
      <section aria-label={t('pages_of.counts')}>
        <Text as="h3" size={13} weight={600} below={6}>
          {t('pages_of.counts')}
        </Text>
        <Text as="p" figures>
          {brought(job.counts) || t('pages_of.nothing_brought')}
        </Text>
        {job.good ? (
          <Text as="p" size={12} tone="quiet" figures>
            {t('pages_of.last_good', { at: format.dateTime(job.good.at), what: brought(job.good.counts) })}
          </Text>
        ) : null}
      </section>
      {job.status === 'FAILED' && row.failing_since ? (
        <section aria-label={t('pages_of.if_nothing')}>
          <Text as="h3" size={13} weight={600} below={6}>
            {t('pages_of.if_nothing')}
          </Text>
          <Text as="p">{row.fresh_until ? t('pages_of.goes_stale', { at: format.dateTime(row.fresh_until) }) : t('pages_of.stays_empty_all')}</Text>
        </section>
      ) : null}
    </Stack>
  )
}
