import { ChevronRight, CircleCheck, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { CheckLine, CheckPoints } from '#areas/checks/contract/calls.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import type { Asked } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { Option } from '#kit/web/ui/option.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useCheckPoints, useChecks } from './checks-api.ts'
import { changeOf, ChecksTable, foundIn, nameOf, signed, sumOf } from './checks-table.tsx'
import { usePlace } from './use-place.ts'
import css from './checks.module.css'

const CheckPanel = lazy(async () => ({ default: (await import('./check-panel.tsx')).CheckPanel }))

const shows = ['all', 'mend', 'accepted'] as const
type Show = (typeof shows)[number]
/** So many of the checks that find nothing are named while they are folded. */
const namedAtMost = 4

const isShown = ({ found, accepted }: CheckLine, show: Show) => (show === 'mend' ? found > 0 : show === 'accepted' ? accepted > 0 : true)
/** Everything that should not be so, by what it is about: how much, how it goes, and what mends it (visual-registers). */
export function Page() {
  const t = useWords('checks')
  const format = useFormat()
  const ask = useAsk<'/checks'>()
  const search = useAsked<'/checks'>()
  const show = shows.find((one) => one === search.show) ?? 'all'
  const { perimeter, places, choose } = usePlace()
  const { data, error, refetch, isFetching } = useChecks(perimeter)
  const points = useCheckPoints(perimeter, data !== undefined)
  const lines = data?.lines ?? []
  const open = lines.find((line) => nameOf(line) === search.check)
  const change = (next: Asked<'/checks'>) => ask(next, true)
  const urgent = lines.filter((line) => line.urgent && line.found > 0)
  const shown = lines.filter((line) => isShown(line, show))
  const listed = shown.filter(({ found, accepted }) => found > 0 || accepted > 0)
  const clean = shown.filter(({ found, accepted }) => found === 0 && accepted === 0)
  return (
    <Sheet>
      <Row grow narrows shortens>
        <Stack grow narrows shortens className={css.page}>
          <Row wrap gap={8} align="center" className={css.toolbar}>
            <Segmented
              label={t('show')}
              value={show}
              onChange={(next) => change({ show: next === 'all' ? undefined : next })}
              options={[
                { value: 'all', label: t('all', { count: String(lines.length) }) },
                { value: 'mend', label: t('to_mend', { count: lines.filter((line) => isShown(line, 'mend')).length.toString() }) },
                { value: 'accepted', label: t('with_accepted', { count: lines.filter((line) => isShown(line, 'accepted')).length.toString() }) },
              ]}
            />
            <PlaceSelect value={perimeter} places={places} onChange={choose} />
            <Text grow className={css.space} />
            {data ? (
              <Text tone="quiet" size={12} className={css.mute}>
                {t('now', { date: format.date(data.day) })}
              </Text>
            ) : null}
            <Button icon={<RefreshCw size={14} />} loading={isFetching && data !== undefined} onClick={() => void refetch()}>
              {t('refresh')}
            </Button>
            {urgent[0] ? (
              <Button variant="primary" icon={<ChevronRight size={14} />} onClick={() => change({ check: urgent[0] && nameOf(urgent[0]) })}>
                {t('urgent_button', { count: foundIn(urgent) })}
              </Button>
            ) : null}
          </Row>
          {data ? <Totals lines={lines} urgent={foundIn(urgent)} points={points.data} /> : null}
          {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
          {data ? (
            <Box grow shortens overflow="scrolled">
              {listed.length > 0 ? (
                <ChecksTable
                  data={data}
                  lines={listed}
                  open={open}
                  onOpen={(line) => change({ check: nameOf(line) })}
                  points={points.data}
                  perimeter={perimeter}
                />
              ) : show === 'all' ? (
                <EmptyState title={t('all_fine')} text={t('all_fine_text')} />
              ) : (
                <EmptyState title={t('none_shown')} text={t('none_shown_text')} />
              )}
              {clean.length > 0 ? <Clean lines={clean} /> : null}
            </Box>
          ) : error ? null : (
            <SkeletonRows count={14} />
          )}
        </Stack>
        {data && open ? (
          <Suspense>
            <CheckPanel
              key={`${nameOf(open)} ${perimeter}`}
              line={open}
              perimeter={perimeter}
              lines={listed.includes(open) ? listed : [open]}
              mayAccept={data.may_accept}
              onOpen={(line) => change({ check: line && nameOf(line) })}
            />
          </Suspense>
        ) : null}
      </Row>
    </Sheet>
  )
}

interface PlaceSelectProps {
  readonly value: number | undefined
  readonly places: readonly Option[]
  readonly onChange: (id: number | undefined) => void
}

function PlaceSelect({ value, places, onChange }: PlaceSelectProps) {
  const t = useWords('checks')
  return (
    <div className={css.place}>
      <Select
        aria-label={t('place.label')}
        placeholder={t('place.all')}
        clearable
        value={value === undefined ? null : String(value)}
        options={places}
        onChange={(id) => onChange(id === null ? undefined : Number(id))}
      />
    </div>
  )
}

interface TotalsProps {
  readonly lines: readonly CheckLine[]
  readonly urgent: number
  readonly points: CheckPoints | undefined
}

function Totals({ lines, urgent, points }: TotalsProps) {
  const t = useWords('checks')
  const format = useFormat()
  const found = foundIn(lines)
  const accepted = sumOf(lines, (line) => line.accepted)
  const until = lines.flatMap((line) => line.until ?? []).toSorted()[0]
  const changes = lines.flatMap((line) => changeOf(line) ?? [])
  const change = changes.reduce((sum, one) => sum + one, 0)
  const besides = t('totals.accepted', { count: accepted })
  return (
    <Row as="ul" wrap edge="below" tone="soft" className={css.totals}>
      <li>
        <Text as="b" tone="plain" size={16} figures>
          {format.number(found)}
        </Text>{' '}
        {t('totals.found', { count: found })}
      </li>
      <li>
        <Text as="b" tone="plain" size={16} figures>
          {format.number(urgent)}
        </Text>{' '}
        {t('totals.urgent', { count: urgent })}
      </li>
      <li>
        <Text as="b" tone="plain" size={16} figures>
          {format.number(accepted)}
        </Text>{' '}
        {until ? t('totals.until', { text: besides, date: format.date(until) }) : besides}
      </li>
      {typeof points?.all === 'number' ? (
        <li>
          <Text as="b" tone="plain" size={16} figures>
            {format.number(points.all, 1)}
          </Text>{' '}
          {t('totals.points')}
        </li>
      ) : null}
      {changes.length > 0 ? (
        <li>
          <Text as="b" tone="plain" size={16} figures>
            {signed(change, format.number(Math.abs(change)))}
          </Text>{' '}
          {t('totals.change')}
        </li>
      ) : null}
    </Row>
  )
}

/** The checks that find nothing, in one line that unfolds. */
function Clean({ lines }: { readonly lines: readonly CheckLine[] }) {
  const t = useWords('checks')
  const [unfolded, setUnfolded] = useState(false)
  const names = lines.map(({ title }) => title)
  const some = names.slice(0, namedAtMost).join(', ')
  const text = names.length > namedAtMost ? t('clean_more', { names: some, more: String(names.length - namedAtMost) }) : some
  return (
    <section className={css.clean}>
      <Row
        as="button"
        gap={8}
        align="center"
        full
        padY={6}
        padX={16}
        edge="below"
        tone="plain"
        side="left"
        type="button"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        <ChevronRight size={14} aria-hidden data-unfolded={unfolded || undefined} />
        <CircleCheck size={14} aria-hidden />
        <b>{t('clean')}</b>
        <span>{t('clean_list', { count: lines.length, names: text })}</span>
      </Row>
      {unfolded ? (
        <ul>
          {lines.map((line) => (
            <Text as="li" padY={3} key={nameOf(line)}>
              <b>{line.title}</b> <span>{line.why}</span>
            </Text>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
