import { Download, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import type { NamedNextStep } from '#areas/dashboards/contract/next-steps.ts'
import { horizons, type ForecastAnswer, type ForecastCause } from '#areas/dashboards/contract/forecast.ts'
import { usePerimeterScores, useScoreHistory } from '#areas/scores/web/index.ts'
import { failureDetails } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useAsk, useAsked } from '#kit/web/navigation.ts'
import { type Asked, path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Canvas } from '#kit/web/ui/canvas.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { useCauseText } from './cause-text.ts'
import { count, remediesOf, start, undo, useForecast, type ForecastPlace, type Remedies, wholeForecast } from './forecast-api.ts'
import { ForecastChart } from './forecast-chart.tsx'
import { ForecastTable, mostPlanned, type TableProps } from './forecast-table.tsx'
import css from './forecast.module.css'
import { saveForecast } from './save-forecast.ts'
import { StartAllDialog } from './start-all-dialog.tsx'

const BookDialog = lazy(async () => ({ default: (await import('./book-dialog.tsx')).BookDialog }))
const PlanDialog = lazy(async () => ({ default: (await import('#areas/dashboards/web/plan-dialog.tsx')).PlanDialog }))

const monthsBefore = 3

function usePlace() {
  const search = useAsked<'/org2/forecast'>()
  const ask = useAsk<'/org2/forecast'>()
  const whole = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)
  const place: ForecastPlace = {
    perimeter: whole(search.p),
    policy: whole(search.policy),
    months: horizons.find((one) => one === search.months) ?? 12,
  }
  return { place, change: (next: Asked<'/org2/forecast'>) => ask(next, true) }
}

/** What the score becomes if nobody acts, and what prevents it (visual-time). */
export function Page() {
  const words = useWords('dashboards')
  const format = useFormat()
  const { place, change } = usePlace()
  const answer = useForecast(place)
  const places = usePerimeterScores()
  const may = { remind: useRight('runtask.write'), renew: useRight('exemption.create'), plan: useRight('measure.write') }
  const textOf = useCauseText()
  const [confirming, setConfirming] = useState(false)
  const [asked, setAsked] = useState<{ readonly how: 'book' | 'plan'; readonly cause: ForecastCause }>()
  const [failed, setFailed] = useState<string>()
  const [act, busy] = useSubmit(async (work: () => Promise<void>) => {
    setFailed(undefined)
    try {
      await work()
    } catch (reason) {
      setFailed(failureDetails(reason))
    }
    setConfirming(false)
  })
  const { data, error } = answer
  const open = remediesOf(
    (data?.falls ?? []).flatMap(({ causes }) => causes),
    false,
    may,
  )
  const run = (work: typeof start) => (remedies: Remedies) => act(() => work(remedies))
  return (
    <Canvas
      title={words('forecast.title')}
      sub={data ? words('forecast.sub', { until: format.date(data.until) }) : '\u00a0'}
      tools={
        <>
          <div className={css.choice}>
            <Select
              aria-label={words('cockpit.perimeter')}
              placeholder={words('cockpit.all_perimeters')}
              clearable
              value={place.perimeter === undefined ? null : String(place.perimeter)}
              options={(places.data?.objects ?? []).map(({ id, name }) => namedOption(id, name))}
              onChange={(id) => change({ p: id === null ? undefined : Number(id) })}
            />
          </div>
          <div className={css.choice}>
            <Select
              aria-label={words('forecast.policy')}
              placeholder={words('forecast.all_policies')}
              clearable
              value={place.policy === undefined ? null : String(place.policy)}
              options={(data?.policies ?? []).map(({ id, name }) => namedOption(id, name))}
              onChange={(id) => change({ policy: id === null ? undefined : Number(id) })}
            />
          </div>
          <Segmented
            label={words('forecast.horizon')}
            value={String(place.months)}
            onChange={(months) => change({ months: Number(months) })}
            options={horizons.map((months) => ({ value: String(months), label: words('forecast.months', { months }) }))}
          />
          <Button
            icon={<Download size={14} />}
            disabled={busy || !data || data.falls.length === 0}
            onClick={() => act(async () => saveForecast(await wholeForecast(place), words, textOf))}
          >
            {words('forecast.export')}
          </Button>
          {count(open) > 0 ? (
            <Button variant="primary" icon={<WandSparkles size={14} />} onClick={() => setConfirming(true)}>
              {words('forecast.start_all', { count: count(open) })}
            </Button>
          ) : null}
        </>
      }
    >
      {failed ? (
        <Text role="alert" as="p" tone="bad">
          {failed}
        </Text>
      ) : null}
      {error ? <ErrorState reason={error} onRetry={() => void answer.refetch()} /> : null}
      {data ? (
        <Shown
          forecast={data}
          place={place}
          may={may}
          busy={busy}
          onStart={run(start)}
          onUndo={run(undo)}
          onBook={(cause) => setAsked({ how: 'book', cause })}
          onPlan={(cause) => setAsked({ how: 'plan', cause })}
        />
      ) : null}
      {data || error ? null : (
        <>
          <Skeleton height={300} />
          <SkeletonRows count={10} />
        </>
      )}
      <Suspense>
        {asked?.how === 'book' ? <BookDialog cause={asked.cause} onClose={() => setAsked(undefined)} /> : null}
        {asked?.how === 'plan' ? (
          <PlanDialog
            steps={nextStepsOf(asked.cause)}
            verb={words('forecast.plan', { count: nextStepsOf(asked.cause).length })}
            onClose={() => setAsked(undefined)}
          />
        ) : null}
      </Suspense>
      {confirming ? <StartAllDialog remedies={open} busy={busy} onStart={() => act(() => start(open))} onClose={() => setConfirming(false)} /> : null}
    </Canvas>
  )
}

/** One step for each model that is missing where requirements count again. */
const nextStepsOf = ({ missing, perimeter }: ForecastCause): readonly NamedNextStep[] =>
  missing.slice(0, mostPlanned).map((about) => ({
    kind: 'IMPLEMENT',
    about,
    perimeters: perimeter ? [perimeter] : [],
    requirements: 0,
    gain: 0,
    score: 0,
    cost: null,
    days: null,
    owner: null,
    target_date: null,
  }))

interface ShownProps extends Omit<TableProps, 'active' | 'onActive'> {
  readonly place: ForecastPlace
}

function Shown({ forecast, place, ...remedies }: ShownProps) {
  const words = useWords('dashboards')
  const format = useFormat()
  const [active, setActive] = useState<number | null>(null)
  const from = new Date(Date.parse(forecast.day) - monthsBefore * 30.5 * 86_400_000).toISOString().slice(0, 10)
  const history = useScoreHistory({ perimeter: place.perimeter, policy: place.policy, from })
  const measured = (history.data ?? []).flatMap(({ day, performance }) => (performance === null || day >= forecast.day ? [] : [{ day, score: performance }]))
  const { falls, others, today, last } = forecast
  if (today === null || last === null)
    return (
      <Box as="section" narrows edge="all" corner={8} fill="surface" className={css.card}>
        <EmptyState title={words('posture.none')} />
      </Box>
    )
  if (falls.length === 0)
    return (
      <Box as="section" narrows edge="all" corner={8} fill="surface" className={css.card}>
        <EmptyState title={words('forecast.empty')} text={words('forecast.empty_text', { until: format.date(forecast.until) })} />
      </Box>
    )
  const startedCount = count(
    remediesOf(
      falls.flatMap(({ causes }) => causes),
      true,
      { remind: true, renew: true },
    ),
  )
  return (
    <>
      <Box as="section" narrows edge="all" corner={8} fill="surface" className={css.card} aria-label={words('forecast.title')}>
        <div className={css.top}>
          <Figures forecast={forecast} place={place} />
          <div className={css.course}>
            <Row as="ul" wrap gap={16} rowGap={4} spread="last" below={8} tone="soft" size={12} className={css.legend}>
              <li data-line="measured">{words('forecast.measured')}</li>
              <li data-line="falling">{words('forecast.falling')}</li>
              {forecast.helped !== null && forecast.helped - last >= 0.05 ? <li data-line="helped">{words('forecast.helped')}</li> : null}
            </Row>
            <ForecastChart forecast={forecast} measured={measured} active={active} onActive={setActive} />
          </div>
        </div>
      </Box>
      <Box as="section" narrows edge="all" corner={8} fill="surface" className={css.card}>
        <Row as="header" wrap gap={10} rowGap={4} align="center" padY={8} padX={16}>
          <h3>{words('forecast.dates')}</h3>
          <span>{words('forecast.dates_sub')}</span>
          <Text pushed>{startedCount > 0 ? words('forecast.started', { count: startedCount }) : ''}</Text>
        </Row>
        <ForecastTable {...remedies} forecast={forecast} active={active} onActive={setActive} />
        <Text as="p" tone="quiet" size={12} padY={10} padX={16}>
          {others.days > 0 ? `${words('forecast.others', { days: others.days })} ${format.signed(others.points)}. ` : ''}
          {words('forecast.total')}{' '}
          <Text as="b" tone="plain">
            {format.signed(last - today)}
          </Text>
          {forecast.hidden > 0 ? ` · ${words('cockpit.hidden', { count: String(forecast.hidden) })}` : ''}
        </Text>
        <EvidenceEnding evidence={forecast.evidence} />
      </Box>
    </>
  )
}

/** What a reader might look for among the falls, and is none. */
function EvidenceEnding({ evidence: { count: ending, first } }: Pick<ForecastAnswer, 'evidence'>) {
  const words = useWords('dashboards')
  const format = useFormat()
  return ending > 0 && first ? (
    <Text as="p" tone="quiet" size={12} padY={10} padX={16}>
      {words('forecast.evidence', { count: ending, date: format.date(first) })}
    </Text>
  ) : null
}

function Figures({ forecast, place }: { readonly forecast: ForecastAnswer; readonly place: ForecastPlace }) {
  const words = useWords('dashboards')
  const format = useFormat()
  const { today, last, helped, target, proven, under } = forecast
  const share = (value: number | null) => (value === null ? '—' : format.percent(value * 100))
  return (
    <div className={css.figures}>
      <span>{words('forecast.in_months', { months: place.months })}</span>
      <Row as="p" gap={8} align="baseline" above={2} below={16}>
        <strong>{format.number(last, 0)}</strong>
        <b>{format.signed((last ?? 0) - (today ?? 0))}</b>
      </Row>
      <dl>
        <dt>{words('forecast.today')}</dt>
        <Text as="dd" weight={600} figures side="right">
          <Link to={path('/org2/perimeters', { p: forecast.perimeter.id })}>{format.number(today, 1)}</Link>
        </Text>
        {target === null ? null : (
          <>
            <dt>{words('forecast.target')}</dt>
            <Text as="dd" weight={600} figures side="right">
              {format.number(target, 0)}
            </Text>
          </>
        )}
        {under ? (
          <>
            <dt>{words('forecast.under', { score: String(under.score) })}</dt>
            <Text as="dd" weight={600} figures side="right" data-bad>
              {format.date(under.day)}
            </Text>
          </>
        ) : null}
        <dt>{words('forecast.proven')}</dt>
        <Text as="dd" weight={600} figures side="right">
          {share(proven.now)} → {share(proven.later)}
        </Text>
        {helped !== null && helped - (last ?? 0) >= 0.05 ? (
          <>
            <dt>{words('forecast.helped')}</dt>
            <Text as="dd" weight={600} figures side="right" data-helped>
              {format.number(helped, 1)}
            </Text>
          </>
        ) : null}
      </dl>
    </div>
  )
}
