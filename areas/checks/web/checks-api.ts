import { useQuery } from '@tanstack/react-query'
import type { CheckLine, readAccepted, readCheckPoints, readChecks } from '#areas/checks/contract/calls.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { only } from '#kit/contract/figure.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import { type Address, type ListPath, path } from '#kit/web/route.ts'

/** What the answers of these calls are kept under; other writes put them out of date too, so that they are asked for anew whenever they are shown. */
export const checkQueries = 'check'

export const useChecks = (perimeter: number | undefined) =>
  useQuery({
    queryKey: [checkQueries, 'all', perimeter],
    queryFn: ({ signal }) => api.call<typeof readChecks>('GET /check', { query: { perimeter }, signal }),
    select: ({ object }) => object,
    staleTime: 0,
  })

/** Points of the score that hang on what is found; asked for once the counts are there, which do not wait for it. */
export const useCheckPoints = (perimeter: number | undefined, enabled: boolean) =>
  useQuery({
    queryKey: [checkQueries, 'points', perimeter],
    queryFn: ({ signal }) => api.call<typeof readCheckPoints>('GET /check/points', { query: { perimeter }, signal }),
    select: ({ object }) => object,
    staleTime: 0,
    enabled,
  })

export const useAccepted = ({ entity, word }: CheckLine, perimeter: number | undefined, enabled: boolean) =>
  useQuery({
    queryKey: [checkQueries, 'accepted', entity, word, perimeter],
    queryFn: ({ signal }) => api.call<typeof readAccepted>('GET /check/accepted', { query: { entity, word, perimeter }, signal }),
    select: ({ objects }) => objects,
    staleTime: 0,
    enabled,
  })

/** A row that a check finds, whatever its entity: its title under its field's name. */
export interface FoundRow extends Readonly<Record<string, unknown>> {
  readonly id: number
  readonly name?: string | null
  readonly description?: string | null
  readonly identifier?: string | null
  readonly edit_right: boolean
  readonly perimeter?: Reference | null
  readonly perimeters?: readonly Reference[]
  readonly manager?: Reference | null
}

/** Rows of a check that its panel shows. */
export const shownAtMost = 50

/** What a list is asked for to show what a check finds: in a perimeter and below it where one is chosen. */
export const foundFilters = ({ word }: Pick<CheckLine, 'word'>, perimeter: number | undefined) => [
  only('findings', word),
  ...(perimeter === undefined ? [] : [only('within', perimeter)]),
]

export const useFound = (line: CheckLine, perimeter: number | undefined) =>
  useQuery({
    queryKey: [line.entity, 'page', checkQueries, line.word, perimeter],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<FoundRow>>(`/${line.entity}/page`, { queryParams: { filters: foundFilters(line, perimeter), per_page: shownAtMost } }, { signal }),
    staleTime: 0,
  })

/** Where the rows of an entity are shown: in the list that the reader has of it; users, whom no reference leads to, on their own page, which is for those whom their checks are shown to. */
export const listPathOf = (entity: string): ListPath | undefined => pageOfEntity(entity)?.path ?? (entity === 'member' ? '/admin/users' : undefined)

/** The list of exactly what a check finds. */
export function listOf(line: CheckLine, perimeter: number | undefined): Address | undefined {
  const at = listPathOf(line.entity)
  return at && rowsAt(path(at), foundFilters(line, perimeter))
}
