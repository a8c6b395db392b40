import { useContext, type ComponentType } from 'react'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { FilterPlace } from './filter-place.ts'
import type { FilterProps } from './kind.ts'

const filters = () => import('./filters.ts')
type Filters = Awaited<ReturnType<typeof filters>>

/** What stands in place of a filter until it is there: on a chip the name of its field. */
function Waiting({ label }: FilterProps) {
  const place = useContext(FilterPlace)
  return place ? place.waiting(label) : null
}

/** Filters come with the first one that is seen, not with the first table. */
function later(name: keyof Filters): ComponentType<FilterProps> {
  const Loaded = lazy(async () => ({ default: (await filters())[name] }))
  return function LaterFilter(props: FilterProps) {
    return (
      <Suspense fallback={<Waiting {...props} />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}

export const BooleanFilter = later('BooleanFilter')
export const ChoiceFilter = later('ChoiceFilter')
export const DateFilter = later('DateFilter')
export const LevelFilter = later('LevelFilter')
export const NumberRangeFilter = later('NumberRangeFilter')
export const ReferenceFilter = later('ReferenceFilter')
export const TextFilter = later('TextFilter')
