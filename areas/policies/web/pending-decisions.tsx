import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { only } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { api } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path, type Address } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'

export interface DecidedAbout {
  readonly policy: number
  /** In it alone, or with what lies below; everywhere without it. */
  readonly perimeter?: number | undefined
  readonly below?: boolean
}

const filtersOf = ({ policy, perimeter, below = false }: DecidedAbout): Filter[] => [
  only('situation', 'TO_HANDLE'),
  only('policies', policy),
  ...(perimeter === undefined ? [] : [only(below ? 'within' : 'perimeter', perimeter)]),
  only('perimeter_archived', false),
]

/** Where the measures stand that a policy calls for and nobody decided about yet, what would bring most first. */
export const toDecideAt = (about: DecidedAbout): Address => rowsAt(path('/org/security-bases'), filtersOf(about), undefined, 'gain')

/** How many decisions a policy still waits for, and the list of exactly these; nothing where it waits for none. */
export function ToDecide(about: DecidedAbout) {
  const t = useWords('policies')
  const may = useRight('measure.read')
  const filters = filtersOf(about)
  const { data } = useQuery({
    queryKey: ['measure', 'to_decide', filters],
    queryFn: ({ signal }) =>
      api.post<PageAnswer<unknown>>('/measure/page', { queryParams: { filters, sort: [], global_search: '', per_page: 1, page: 1 }, page: 1 }, { signal }),
    enabled: may,
  })
  if (!data?.total) return null
  return (
    <ButtonLink icon={<ListChecks size={14} aria-hidden />} to={toDecideAt(about)}>
      {t('to_decide.count', { count: data.total })}
    </ButtonLink>
  )
}
