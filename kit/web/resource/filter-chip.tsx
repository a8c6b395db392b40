import { X } from 'lucide-react'
import { useMemo } from 'react'
import type { Filter } from '#kit/contract/list-query.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FilterPlace, type FilterPlaceState } from '#kit/web/kinds/filter-place.ts'
import css from './filter-bar.module.css'
import type { FilterControl } from './use-filter-controls.tsx'

interface FilterChipProps {
  readonly name: string
  readonly control: FilterControl
  readonly value: Filter['selected_options']
  readonly counted: FilterPlaceState['counted']
  /** Comes into being to be filled in. */
  readonly startOpen: boolean
  /** The one chip in the tab order. */
  readonly focusable: boolean
  readonly onChange: (selected: Filter['selected_options']) => void
  readonly onOpenChange: (open: boolean) => void
  readonly onRemove: () => void
}

/** A filter in force: what it is opens it, its cross takes it away. */
export function FilterChip({ name, control, value, counted, startOpen, focusable, onChange, onOpenChange, onRemove }: FilterChipProps) {
  const t = useWords('kit')
  const { label, flag, Control } = control
  const place = useMemo(
    (): FilterPlaceState => ({
      startOpen,
      onOpenChange,
      counted,
      waiting: (label) => (
        <button type="button" className={css.chip} tabIndex={focusable ? 0 : -1}>
          {label}
        </button>
      ),
      trigger: (trigger, chosen) => {
        const [only] = value
        const valueText = flag && value.length === 1 && only !== null ? '' : (chosen ?? '…')
        return (
          <button
            type="button"
            {...trigger}
            className={css.chip}
            tabIndex={focusable ? 0 : -1}
            aria-label={t('labelled', { label: t('table.filter_by', { name: label }), value: chosen ?? t('all') })}
            title={chosen ? t('labelled', { label, value: chosen }) : label}
          >
            {valueText === '' ? null : <span>{label} </span>}
            <b>{valueText === '' ? (only === false ? t('filters.no', { name: label }) : label) : valueText}</b>
          </button>
        )
      },
    }),
    [startOpen, onOpenChange, counted, value, flag, focusable, label, t],
  )
  return (
    <span className={css.chips} data-chip={name}>
      {Control ? (
        <FilterPlace value={place}>
          <Control label={label} value={value} onChange={onChange} />
        </FilterPlace>
      ) : (
        <button type="button" className={css.chip} tabIndex={focusable ? 0 : -1}>
          {label}
        </button>
      )}
      <button type="button" className={css.cross} tabIndex={-1} aria-label={t('table.remove_filter', { name: label })} onClick={onRemove}>
        <X size={13} aria-hidden />
      </button>
    </span>
  )
}
