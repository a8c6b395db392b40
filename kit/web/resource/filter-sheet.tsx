import type { EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { withFilter, type ListChange, type ListState } from '#kit/web/table/list-state.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { offeredFilters } from './chips.ts'
import css from './filter-sheet.module.css'
import type { AnyListProps } from './list-props.ts'
import { SearchBox } from './search-box.tsx'
import { useFilterControls } from './use-filter-controls.tsx'

interface FilterSheetProps {
  readonly entity: EntityDef
  readonly label: string
  readonly tones?: AnyListProps['tones']
  readonly state: ListState
  readonly fixed: readonly Filter[]
  readonly total: number | undefined
  readonly onChange: (change: ListChange) => void
  readonly onClose: () => void
}

const noOptions: Filter['selected_options'] = []

/** All filters of a list on one sheet as high as the screen; what they leave is counted on the button that leads back to it. */
export function FilterSheet({ entity, label, tones, state, fixed, total, onChange, onClose }: FilterSheetProps) {
  const t = useWords('kit')
  const controlOf = useFilterControls(entity, tones)
  const { filters } = state
  const names = [...offeredFilters(entity, [], fixed)].filter((name) => controlOf(name).Control)
  return (
    <Modal
      title={t('table.filters')}
      size="md"
      sheet
      unasked
      onClose={onClose}
      footer={
        <>
          <Button size="lg" disabled={filters.length === 0 && !state.search} onClick={() => onChange({ filters: [], search: '' })}>
            {t('filters.clear')}
          </Button>
          <Button size="lg" variant="primary" wide onClick={onClose}>
            {t('filters.show', { count: total ?? 0 })}
          </Button>
        </>
      }
    >
      <div className={css.sheet}>
        {state.as_of ? null : <SearchBox label={t('table.search_in', { name: label })} value={state.search} onChange={(search) => onChange({ search })} />}
        {names.map((name) => {
          const { label: field, Control } = controlOf(name)
          const value = filters.find((filter) => filter.name === name)?.selected_options ?? noOptions
          return Control ? (
            <div key={name} className={css.field}>
              <span aria-hidden>{field}</span>
              <Control label={field} value={value} onChange={(selected) => onChange({ filters: withFilter(filters, name, selected) })} />
            </div>
          ) : null
        })}
      </div>
    </Modal>
  )
}
