import { X } from 'lucide-react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import { useFieldContexts } from './entity-columns.tsx'
import css from './list-page.module.css'

interface FilterChipsProps {
  readonly entity: EntityDef
  readonly filters: readonly Filter[]
  /** Columns whose own filter is in sight. */
  readonly shown: readonly string[]
  readonly onChange: (filters: Filter[]) => void
}

/** The filters that no column of the list shows, such as those of a number that was followed here: what keeps rows away is always said. */
export function FilterChips({ entity, filters, shown, onChange }: FilterChipsProps) {
  const t = useWords('kit')
  const contextOf = useFieldContexts(entity)
  // An address may name what is no field; the server says so.
  const unseen = filters.filter(({ name, selected_options }) => Object.hasOwn(entity.fields, name) && selected_options.length > 0 && !shown.includes(name))
  if (unseen.length === 0) return null
  const textOf = ({ name, selected_options }: Filter) => {
    const context = contextOf(name)
    const label = context.words.field(name)
    const textOf = kinds[context.field.kind].text(context)
    // A flag that is set says what it is by its name; ids and ranges have no words here.
    if (selected_options.length === 1 && selected_options[0] === true) return label
    const said = selected_options.map((option) => (option === null ? t('none') : ['string', 'boolean'].includes(typeof option) ? textOf(option) : ''))
    return said.every(Boolean) ? t('labelled', { label, value: said.join(', ') }) : label
  }
  return (
    <div className={css.chips} role="group" aria-label={t('table.filtered_by')}>
      <span>{t('table.filtered_by')}</span>
      {unseen.map((filter) => (
        <button
          key={filter.name}
          type="button"
          aria-label={t('table.remove_filter', { name: textOf(filter) })}
          onClick={() => onChange(filters.filter(({ name }) => name !== filter.name))}
        >
          {textOf(filter)}
          <X size={12} aria-hidden />
        </button>
      ))}
    </div>
  )
}
