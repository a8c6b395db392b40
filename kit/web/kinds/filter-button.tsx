import { ChevronDown } from 'lucide-react'
import { useContext } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { TriggerProps } from '#kit/web/ui/popover.tsx'
import { FilterAny } from './filter-any.ts'
import { FilterPlace } from './filter-place.ts'
import css from './filters.module.css'

interface FilterButtonProps extends TriggerProps {
  readonly label: string
  /** What is chosen, in words; nothing means all. */
  readonly chosen: string | undefined
}

/** The closed state of a filter: what is chosen, on a plain button, or on a chip. */
export function FilterButton({ label, chosen, ...trigger }: FilterButtonProps) {
  const t = useWords('kit')
  const place = useContext(FilterPlace)
  const any = useContext(FilterAny) ?? t('table.any')
  if (place) return place.trigger(trigger, chosen)
  return (
    <button
      type="button"
      {...trigger}
      className={css.control}
      data-on={chosen !== undefined || undefined}
      title={chosen}
      aria-label={t('labelled', { label: t('table.filter_by', { name: label }), value: chosen ?? any })}
    >
      <span>{chosen ?? any}</span>
      <ChevronDown size={12} aria-hidden />
    </button>
  )
}
