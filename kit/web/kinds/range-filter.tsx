import type { ReactNode } from 'react'
import type { Filter } from '#kit/contract/list-query.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Check } from '#kit/web/ui/check.tsx'
import { FilterPopover } from './filter-popover.tsx'
import css from './filters.module.css'
import type { FilterProps } from './kind.ts'

export interface Range<V> {
  readonly from?: V
  readonly to?: V
}

/** The bounds among what is chosen. */
export const rangeIn = <V extends string | number>(value: Filter['selected_options']): Range<V> => {
  const range = value.find((option) => typeof option === 'object' && option !== null && ('from' in option || 'to' in option))
  return (range ?? {}) as Range<V>
}

interface RangeFilterProps<V extends string | number> extends FilterProps {
  readonly show: (bound: V) => string
  readonly bound: (label: string, value: V | undefined, onChange: (value: V | undefined) => void) => ReactNode
}

/** From, to, or empty; both bounds belong to the range. */
export function RangeFilter<V extends string | number>({ label, value, onChange, show, bound }: RangeFilterProps<V>) {
  const t = useWords('kit')
  const range = rangeIn<V>(value)
  const empty = value.includes(null)
  const words = [
    ...(range.from !== undefined && range.to !== undefined
      ? [`${show(range.from)} – ${show(range.to)}`]
      : range.from !== undefined
        ? [`≥ ${show(range.from)}`]
        : range.to !== undefined
          ? [`≤ ${show(range.to)}`]
          : []),
    ...(empty ? [t('table.is_empty')] : []),
  ]
  const chosen = words.length ? words.join(', ') : undefined
  const set = ({ from, to }: { from?: V | undefined; to?: V | undefined }, withEmpty = empty) => {
    const bounds = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    onChange([...(Object.keys(bounds).length ? [bounds] : []), ...(withEmpty ? [null] : [])])
  }
  return (
    <FilterPopover label={label} width={220} chosen={chosen}>
      <div className={css.range}>
        {bound(t('table.from'), range.from, (from) => set({ ...range, from }))}
        {bound(t('table.to'), range.to, (to) => set({ ...range, to }))}
        <label className={css.option}>
          <Check checked={empty} onChange={(event) => set(range, event.target.checked)} />
          <span>{t('table.is_empty')}</span>
        </label>
      </div>
    </FilterPopover>
  )
}

/** A range of numbers. */
export function NumberRangeFilter(props: FilterProps) {
  return (
    <RangeFilter<number>
      {...props}
      show={(n) => props.context.format.number(n)}
      bound={(label, value, onChange) => (
        <label key={label} className={css.bound}>
          {label}
          <input
            type="number"
            step="any"
            defaultValue={value}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.valueAsNumber)}
          />
        </label>
      )}
    />
  )
}
