import { useQuery } from '@tanstack/react-query'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { waiting } from '#kit/contract/work-item.ts'
import { usePainted } from '#kit/web/after-paint.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { filterCountsOf } from '#kit/web/kinds/filter-place.ts'
import { Spare } from '#kit/web/ui/spare.tsx'
import css from './group-head.module.css'
import type { AnyRow } from './presentation.ts'

interface WaitingFilterProps {
  readonly entity: EntityDef
  readonly filters: readonly Filter[]
  readonly fixed: readonly Filter[]
  /** Once the rows are there, which the page is opened for. */
  readonly ready: boolean
  /** What the list begins with. */
  readonly defaultFilters: readonly Filter[]
  readonly onFilters: (filters: readonly Filter[]) => void
}

/** «4 wait for you»: the rows that only the reader moves on, alone; nothing where there are none. */
export function WaitingFilter({ entity, filters, fixed, ready, defaultFilters: standing, onFilters }: WaitingFilterProps) {
  const t = useWords('kit')
  const painted = usePainted(ready)
  const { data } = useQuery({ ...filterCountsOf(entity.name, [...fixed, waiting], ''), enabled: painted && ready, retry: false })
  const shown = JSON.stringify(filters) === JSON.stringify([waiting])
  if (!shown && !data?.total) return null
  return (
    <button type="button" className={css.waiting} aria-pressed={shown} title={t('table.waiting_text')} onClick={() => onFilters(shown ? standing : [waiting])}>
      <Spare>{t('table.waiting', { count: data?.total ?? 0 })}</Spare>
    </button>
  )
}

/** Whether rows of an entity tell for what they wait. */
export const tellsWaiting = ({ list }: EntityDef): boolean => list.filters.includes(waiting.name)

/** What a row waits for its reader for, beside its name; what is late shows by its date. */
export function Waits({ row }: { readonly row: AnyRow }) {
  const t = useWords('kit')
  const what = (row as AnyRow & { readonly waits_for?: 'REVIEW' | 'DECISION' | 'LATE' | null }).waits_for
  if (what !== 'REVIEW' && what !== 'DECISION') return null
  return (
    <span className={css.waits}>
      <glyphs.reviews size={12} aria-hidden />
      {t(`table.waits_for_choices.${what}`)}
    </span>
  )
}
