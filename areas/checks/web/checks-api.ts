import { useQuery } from '@tanstack/react-query'
import type { CheckLine, readAccepted, readChecks } from '#areas/checks/contract/calls.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { only } from '#kit/contract/figure.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { rowsOf } from '#kit/web/figure-link.ts'

/** What the answers of these calls are kept under; other writes put them out of date too, so that they are asked for anew whenever they are shown. */
export const checkQueries = 'check'

export const useChecks = () =>
  useQuery({
    queryKey: [checkQueries],
    queryFn: ({ signal }) => api.call<typeof readChecks>('GET /check', { signal }),
    select: ({ object }) => object,
    staleTime: 0,
  })

export const useAccepted = ({ entity, word }: CheckLine, enabled: boolean) =>
  useQuery({
    queryKey: [checkQueries, 'accepted', entity, word],
    queryFn: ({ signal }) => api.call<typeof readAccepted>('GET /check/accepted', { query: { entity, word }, signal }),
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
  readonly policy_version?: Reference | null
}

/** Rows of a check that its panel shows. */
export const shownAtMost = 50

export const foundFilters = ({ word }: Pick<CheckLine, 'word'>) => [only('findings', word)]

export const useFound = (line: CheckLine) =>
  useQuery({
    queryKey: [line.entity, 'page', checkQueries, line.word],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<FoundRow>>(`/${line.entity}/page`, { queryParams: { filters: foundFilters(line), per_page: shownAtMost } }, { signal }),
    staleTime: 0,
  })

/** The list of what a check finds; of requirements, which have no list of their own, the policies. */
export const listOf = (line: CheckLine): string | undefined => rowsOf(line.entity, foundFilters(line)) ?? rowsOf('policy', [])

/** The policies of some versions by the versions' ids. */
export const usePoliciesOf = (versions: readonly number[]) =>
  useQuery({
    queryKey: ['policy_version', 'of', versions],
    queryFn: ({ signal }) => api.get<{ objects: { id: number; policy: Reference | null }[] }>(`/policy_version?ids=${versions.join(',')}`, { signal }),
    select: ({ objects }) => new Map(objects.flatMap(({ id, policy }) => (policy ? [[id, policy] as const] : []))),
    enabled: versions.length > 0,
  })
