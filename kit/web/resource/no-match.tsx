import { useQuery } from '@tanstack/react-query'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { filterCountsOf } from '#kit/web/kinds/filter-place.ts'
import { withFilter, type ListChange, type ListState } from '#kit/web/table/list-state.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Nothing } from '#kit/web/ui/states.tsx'
import { freeing } from './chips.ts'
import css from './filter-bar.module.css'
import type { AnyListProps } from './list-props.ts'
import { useFilterControls } from './use-filter-controls.tsx'

export interface NoMatchProps {
  readonly entity: EntityDef
  readonly tones?: AnyListProps['tones']
  readonly state: ListState
  readonly fixed: readonly Filter[]
  readonly onChange: (change: ListChange) => void
}

/** Nothing is left of the list: which filter hides most, said by one question to the server, and the way back to everything. */
export function NoMatch({ entity, tones, state, fixed, onChange }: NoMatchProps) {
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const labelOf = useFilterControls(entity, tones)
  const { filters, search, as_of } = state
  // Those that are always on cannot be taken away.
  const asked = [...filters, ...fixed]
  const { data } = useQuery({ ...filterCountsOf(entity.name, asked, search), enabled: filters.length > 0 && !as_of, retry: false })
  const freed = data ? freeing(filters, data.without) : []
  return (
    <Nothing
      {...(filters.length > 0 ? { title: t('filters.nothing', { name: words.many, count: filters.length }) } : {})}
      text={t(freed.length > 0 ? 'filters.most' : 'table.no_match')}
    >
      {freed.length > 0 ? (
        <div className={css.freeing}>
          {freed.map(({ name, count }) => (
            <Button key={name} onClick={() => onChange({ filters: withFilter(filters, name, []) })}>
              {t('filters.fewer', { name: labelOf(name).label })}
              <b>{count}</b>
            </Button>
          ))}
        </div>
      ) : null}
      <Button variant={freed.length > 0 ? 'link' : 'default'} onClick={() => onChange({ filters: [], search: '' })}>
        {t('table.clear_filters')}
      </Button>
    </Nothing>
  )
}
