import { useId } from 'react'
import type { Filter } from '#kit/contract/list-query.ts'
import { countsDays, maxDays, periods, type Period, type PeriodName } from '#kit/contract/period.ts'
import type { ReactNode } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check } from '#kit/web/ui/check.tsx'
import { useOptionCounts } from './filter-place.ts'
import { FilterPopover, useOpened } from './filter-popover.tsx'
import css from './filters.module.css'
import type { FilterProps } from './kind.ts'
import { rangeIn, type Range } from './range-filter.tsx'

type Options = Filter['selected_options']

const periodIn = (value: Options): Period | undefined => value.find((one): one is Period => typeof one === 'object' && one !== null && 'period' in one)

/** Days that are offered until others are typed. */
const usualDays: Partial<Record<PeriodName, number>> = { last_days: 30, next_days: 14, until_days: 30 }

interface PeriodFilterProps extends FilterProps {
  readonly bound: (label: string, value: string | undefined, onChange: (value: string | undefined) => void) => ReactNode
}

/** A period that moves with the calendar, or days from one to another; empty may be among them. */
export function PeriodFilter({ context, label, value, onChange, bound }: PeriodFilterProps) {
  const t = useWords('kit')
  const format = useFormat()
  const group = useId()
  const [opened, setOpened] = useOpened()
  const period = periodIn(value)
  const range = rangeIn<string>(value)
  const empty = value.includes(null)
  const daysOf = (name: PeriodName) => (period?.period === name ? period.days : undefined) ?? usualDays[name]
  const offered = periods.map((name): Period => (countsDays(name) ? { period: name, days: daysOf(name) } : { period: name }))
  const counts = useOptionCounts([...offered, null], opened)
  const show = context.format.date
  const words = [
    ...(period ? [t(`periods.${period.period}`, { days: period.days ?? 0 })] : []),
    ...(range.from !== undefined && range.to !== undefined
      ? [`${show(range.from)} – ${show(range.to)}`]
      : range.from !== undefined
        ? [`≥ ${show(range.from)}`]
        : range.to !== undefined
          ? [`≤ ${show(range.to)}`]
          : []),
    ...(empty ? [t('table.is_empty')] : []),
  ]
  const choose = (one: Period | undefined, withEmpty = empty) => onChange([...(one ? [one] : []), ...(withEmpty ? [null] : [])])
  const setRange = ({ from, to }: { [K in keyof Range<string>]: string | undefined }) => {
    const bounds = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    onChange([...(Object.keys(bounds).length ? [bounds] : []), ...(empty ? [null] : [])])
  }
  const count = (n: number) => (counts?.[n] === undefined ? null : <b className={css.count}>{format.number(counts[n])}</b>)
  return (
    <FilterPopover label={label} width={280} chosen={words.length ? words.join(', ') : undefined} onOpen={setOpened}>
      <div className={css.range}>
        <div role="radiogroup" aria-label={t('filters.period')}>
          {offered.map((one, n) => (
            <div key={one.period} className={css.period} data-on={period?.period === one.period || undefined}>
              <label className={css.option}>
                <input type="radio" name={group} checked={period?.period === one.period} onChange={() => choose(one)} />
                <span>{t(`period_choices.${one.period}`)}</span>
                {count(n)}
              </label>
              {period?.period === one.period && one.days !== undefined ? (
                <label className={css.days}>
                  <input
                    type="number"
                    min={1}
                    max={maxDays}
                    defaultValue={one.days}
                    onChange={(event) => {
                      const days = event.target.valueAsNumber
                      if (Number.isInteger(days) && days >= 1 && days <= maxDays) choose({ ...one, days })
                    }}
                  />
                  {t('filters.days')}
                </label>
              ) : null}
            </div>
          ))}
        </div>
        <div className={css.bounds} role="group" aria-label={t('filters.between')}>
          {bound(t('table.from'), range.from, (from) => setRange({ to: range.to, from }))}
          {bound(t('table.to'), range.to, (to) => setRange({ from: range.from, to }))}
        </div>
        <label className={css.option}>
          <Check checked={empty} onChange={(event) => onChange([...value.filter((one) => one !== null), ...(event.target.checked ? [null] : [])])} />
          <span>{t('table.is_empty')}</span>
          {count(offered.length)}
        </label>
      </div>
    </FilterPopover>
  )
}
