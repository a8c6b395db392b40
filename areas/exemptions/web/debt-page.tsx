import { Download } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { Debt, DebtOfPerimeter } from '#areas/exemptions/contract/exemption-debt.ts'
import { exemptionFigures } from '#areas/exemptions/contract/figures.ts'
import { only } from '#kit/contract/figure.ts'
import { filtersOf, rowsOf } from '#kit/web/figure-link.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useAsk, useAsked } from '#kit/web/navigation.ts'
import { AsOfNotice } from '#kit/web/resource/as-of.tsx'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import type { Address, Asked } from '#kit/web/route.ts'
import { Canvas } from '#kit/web/ui/canvas.tsx'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Sparkline } from '#kit/web/ui/marks.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '#kit/web/ui/states.tsx'
import { DebtItems } from './debt-items.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './debt-page.module.css'
import { WithinSelect } from './within-select.tsx'
import { ageText, saveDebt } from './debt-words.ts'
import { useDebt, type DebtPlace } from './exemption-api.ts'

/** What scores owe to exemptions: by perimeter and age, and what of it can be paid back (visual-registers). */
export function Page() {
  const t = useWords('exemptions')
  const format = useFormat()
  const search = useAsked<'/ops/exemptions/debt'>()
  const ask = useAsk<'/ops/exemptions/debt'>()
  const change = (next: Asked<'/ops/exemptions/debt'>) => ask(next, true)
  const whole = (value: unknown) => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)
  const place: DebtPlace = { policy: whole(search.policy), within: whole(search.within), as_of: useAsOf() }
  const { policy, within, as_of: asOf } = place
  const { data, error, refetch } = useDebt(place)
  const chosen = data?.perimeters.find(({ id }) => id === whole(search.p)) ?? data?.perimeters[0]
  return (
    <Canvas
      title={t('debt.heading')}
      sub={data ? t('debt.sub', { date: format.date(data.day) }) : '\u00a0'}
      tools={
        <>
          <div className={css.day}>
            <DateInput
              aria-label={t('debt.on')}
              placeholder={t('debt.now')}
              clearable
              strict
              max={dayOf()}
              value={asOf ?? null}
              onChange={(day) => change({ as_of: day === null || day >= dayOf() ? undefined : day })}
            />
          </div>
          <WithinSelect value={within} onChange={(id) => change({ within: id, p: undefined })} />
          <div className={css.policy}>
            <Select
              aria-label={t('debt.policy')}
              placeholder={t('debt.all_policies')}
              clearable
              value={policy === undefined ? null : String(policy)}
              onChange={(value) => change({ policy: value === null ? undefined : Number(value) })}
              options={(data?.policies ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          </div>
          <Button icon={<Download size={14} />} disabled={!data || data.perimeters.length === 0} onClick={() => data && saveDebt(data, t)}>
            {t('debt.export')}
          </Button>
        </>
      }
    >
      {asOf ? <AsOfNotice day={asOf} text={t('debt.past', { date: format.date(asOf) })} onBack={() => change({ as_of: undefined })} /> : null}
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <>
          <Tiles debt={data} place={place} />
          {data.perimeters.length === 0 ? (
            <Box as="section" edge="all" corner={8} fill="surface" className={css.card}>
              <EmptyState title={t('debt.empty')} text={t('debt.empty_text')} />
            </Box>
          ) : (
            <Bars rows={data.perimeters} asOf={asOf} chosen={chosen?.id} onChoose={(p) => change({ p })} />
          )}
          {chosen ? <DebtItems key={`${chosen.id} ${policy} ${asOf}`} perimeter={chosen} place={place} /> : null}
        </>
      ) : error ? null : (
        <>
          <Skeleton height={82} />
          <SkeletonRows count={12} />
        </>
      )}
    </Canvas>
  )
}

function Tiles({ debt, place: { within, as_of } }: { readonly debt: Debt; readonly place: DebtPlace }) {
  const t = useWords('exemptions')
  const format = useFormat()
  const { top } = debt
  const to = (name: 'in_force' | 'ending' | 'renewed' | 'renewed_twice') =>
    rowsOf('exemption', [...exemptionFigures[name].filters(debt.day), ...(within === undefined ? [] : [only('within', within)])], as_of)
  const points = rounded((top?.with ?? 0) - (top?.without ?? 0))
  return (
    <Grid as="section" edge="all" corner={8} fill="surface" className={css.tiles}>
      <div>
        <h3>{top ? `${t('debt.score')} · ${top.name}` : t('debt.score')}</h3>
        {top && top.with !== null && top.without !== null ? (
          <>
            <Row as="p" wrap gap={6} align="baseline" below={4} tone="quiet" size={12} className={css.pair}>
              <b>{format.number(top.with, 0)}</b> {t('debt.with')} <i aria-hidden>/</i> <b>{format.number(top.without, 0)}</b> {t('debt.without')}
              <Text pushed tone="soft" weight={500}>
                {t('debt.of_debt', { points: format.number(points, 1), count: points })}
              </Text>
            </Row>
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
              <rect width="100" height="6" rx="1" className={css.track} />
              <rect width={Math.max(top.with, top.without)} height="6" rx="1" className={css.eased} />
              <rect width={Math.min(top.with, top.without)} height="6" rx="1" className={css.strict} />
            </svg>
          </>
        ) : (
          <Row as="p" wrap gap={6} align="baseline" below={4} tone="quiet" size={12} className={css.pair}>
            –
          </Row>
        )}
      </div>
      <Tile
        title={t('debt.in_force')}
        value={<CountLink count={debt.in_force} to={to('in_force')} label={t('debt.in_force')} />}
        unit={t('debt.exemptions', { count: debt.in_force })}
        sub={t('debt.ending', { count: debt.ending })}
        to={debt.ending > 0 ? to('ending') : undefined}
      />
      <Tile
        title={t('debt.median')}
        value={debt.median_age === null ? '–' : ageText(t, debt.median_age)}
        sub={debt.oldest_age === null ? '' : t('debt.oldest', { age: ageText(t, debt.oldest_age) })}
      />
      <Tile
        title={t('debt.renewed')}
        value={<CountLink count={debt.renewed} to={to('renewed')} label={t('debt.renewed')} />}
        unit={t('debt.of', { count: String(debt.in_force) })}
        sub={t('debt.twice', { count: String(debt.renewed_twice) })}
        to={debt.renewed_twice > 0 ? to('renewed_twice') : undefined}
      />
    </Grid>
  )
}

interface TileProps {
  readonly title: string
  readonly value: ReactNode
  readonly unit?: string
  readonly sub: string
  /** The rows that the line below counts. */
  readonly to?: Address | undefined
}

const Tile = ({ title, value, unit, sub, to }: TileProps) => (
  <div>
    <h3>{title}</h3>
    <Row as="p" wrap gap={6} align="baseline" below={4} tone="quiet" size={12} className={css.pair}>
      <b>{value}</b> {unit}
    </Row>
    <Text as="p" size={12} tone="quiet">
      {to ? <Link to={to}>{sub}</Link> : sub}
    </Text>
  </div>
)

/** To a tenth, and nothing is not «−0». */
const rounded = (points: number) => Math.round(points * 10) / 10 + 0

const classes = ['young', 'middle', 'old'] as const

interface BarsProps {
  readonly rows: readonly DebtOfPerimeter[]
  readonly asOf: string | undefined
  readonly chosen: number | undefined
  readonly onChoose: (id: number) => void
}

/** Lengths between two marks of the axis, all of which are said exactly with one decimal. */
const strides = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20]
function axisTo(longest: number) {
  const stride = strides.find((one) => one * 5 >= longest) ?? 25
  const count = Math.ceil(longest / stride)
  return { end: stride * count, ticks: Array.from({ length: count + 1 }, (_, at) => stride * at) }
}

/** One bar a perimeter, of its own score; the arrows choose one, and the list below follows. */
function Bars({ rows, asOf, chosen, onChoose }: BarsProps) {
  const t = useWords('exemptions')
  const format = useFormat()
  const label = useId()
  const longest = Math.max(0.5, ...rows.map(({ by_age }) => by_age.reduce((sum, one) => sum + Math.max(0, one), 0)))
  const { end, ticks } = axisTo(longest)
  const rowsHere = (id: number) => rowsOf('exemption', [...filtersOf(exemptionFigures.in_force), only('perimeters', id)], asOf)
  const choose = (id: number | undefined, from: HTMLElement) => {
    if (id === undefined) return
    onChoose(id)
    from.closest('[role=grid]')?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus()
  }
  return (
    <Box as="section" edge="all" corner={8} fill="surface" className={css.card} aria-labelledby={label}>
      <header>
        <h3 id={label}>{t('debt.by_perimeter')}</h3>
        <span>{t('debt.by_perimeter_sub')}</span>
        <Row as="ul" wrap tone="soft" size={12} gap={14} rowGap={4} className={css.legend}>
          {classes.map((name) => (
            <Row as="li" gap={6} align="center" key={name}>
              <i data-age={name} aria-hidden />
              {t(`debt.ages.${name}`)}
            </Row>
          ))}
        </Row>
      </header>
      <Box role="grid" aria-labelledby={label} aria-rowcount={rows.length + 1} overflow="scrolled-across">
        <Grid role="row" edge="below" tone="quiet" size={12} align="center" padX={16} className={css.heads}>
          <span role="columnheader">{t('debt.perimeter')}</span>
          <span role="columnheader" className={css.axis}>
            <VisuallyHidden>{t('debt.points')}</VisuallyHidden>
            {ticks.map((tick) => (
              <span key={tick} style={{ left: `${(tick / end) * 92}%` }} aria-hidden>
                {format.number(tick, 1)}
              </span>
            ))}
          </span>
          <span role="columnheader">{t('debt.with_without')}</span>
          <span role="columnheader">{t('debt.in_force')}</span>
          <span role="columnheader">{t('debt.renewals')}</span>
          <span role="columnheader">{t('debt.months')}</span>
        </Grid>
        {rows.map((row, at) => {
          const [young, middle, old] = row.by_age
          const points = format.number(rounded(row.points), 1)
          const values = { name: row.name, points, young: format.number(young, 1), middle: format.number(middle, 1), old: format.number(old, 1) }
          const months = [...row.months.filter((value) => value !== null), row.points]
          const moved = months.length > 1 ? row.points - (months[0] ?? 0) : null
          return (
            <Grid
              key={row.id}
              role="row"
              align="center"
              padX={16}
              edge="soft-below"
              className={css.line}
              data-id={row.id}
              tabIndex={row.id === chosen ? 0 : -1}
              aria-selected={row.id === chosen}
              onClick={() => onChoose(row.id)}
              onKeyDown={(event) => {
                const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
                if (to === undefined) return
                event.preventDefault()
                choose(rows[to]?.id, event.currentTarget)
              }}
            >
              <Text role="gridcell" weight={500} cut>
                {row.name}
              </Text>
              <Row role="gridcell" as="span" align="center" className={css.bar} aria-label={t('debt.bar', values)}>
                {classes.map((name, n) => (
                  <i key={name} data-age={name} style={{ width: `${(Math.max(0, row.by_age[n] ?? 0) / end) * 92}%` }} aria-hidden />
                ))}
                <b aria-hidden>{points}</b>
              </Row>
              <Text role="gridcell" figures side="right" className={css.number}>
                <b>{row.with === null ? '–' : format.number(row.with, 0)}</b> <i aria-hidden>→</i> {row.without === null ? '–' : format.number(row.without, 0)}
              </Text>
              <Text role="gridcell" figures side="right" className={css.number}>
                <CountLink count={row.in_force} to={rowsHere(row.id)} label={t('debt.in_force_of', { name: row.name })} />
              </Text>
              <Text role="gridcell" figures side="right" className={css.number}>
                {row.renewals}
              </Text>
              <Row role="gridcell" as="span" gap={8} align="center" spread="last" size={12} figures className={css.trend}>
                {months.length > 1 ? <Sparkline values={months} /> : null}
                {moved === null || Math.abs(moved) < 0.05 ? null : (
                  <Text tone="ok" side="right" data-worse={moved > 0 || undefined}>
                    {format.signed(moved)}
                  </Text>
                )}
              </Row>
            </Grid>
          )
        })}
      </Box>
    </Box>
  )
}
