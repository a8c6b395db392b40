import { useQuery } from '@tanstack/react-query'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'
import { rowsAt } from '#kit/web/figure-link.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { asOfCall } from '#kit/web/resource/list-api.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { path } from '#kit/web/route.ts'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { NoBase } from './no-security-base.tsx'
import css from './measures.module.css'

/** A policy in force in a perimeter, as far as this view needs it. */
interface Application {
  readonly id: number
  readonly policy: Reference | null
  readonly policy_version: Reference | null
  readonly perimeter: Reference | null
}

/** The policies that call for measures, with the perimeters in which they do. */
export function PoliciesView() {
  const t = useWords('measures')
  const asOf = useAsOf()
  const { data, error, refetch } = useQuery({
    queryKey: ['policy_application', 'bases', ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) => api.post<PageAnswer<Application>>('/policy_application/page', { queryParams: { per_page: 2000 } }, { signal, ...asOfCall(asOf) }),
    select: (answer) => Map.groupBy(answer.objects, (application) => application.policy?.id ?? 0),
  })
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={8} />
  if (data.size === 0) return <NoBase />
  return (
    <Box grow shortens overflow="scrolled" tabIndex={0} role="region" aria-label={t('views.policies')}>
      <table className={`${css.table} ${css.policies}`}>
        <thead>
          <tr>
            <th scope="col">{t('base.policy')}</th>
            <th scope="col" className={css.start}>
              {t('base.version')}
            </th>
            <th scope="col" className={css.start}>
              {t('base.perimeters')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...data.values()].map((applications) => {
            const [first] = applications
            if (!first?.policy) return null
            const versions = new Set(applications.map(({ policy_version }) => policy_version?.name ?? ''))
            return (
              <tr key={first.policy.id}>
                <th scope="row">
                  <Link to={path('/org/policies/$id', { id: first.policy.id }, { as_of: asOf })}>{first.policy.name}</Link>
                </th>
                <td className={css.start}>{[...versions].join(', ')}</td>
                <td className={css.start}>
                  <Row as="span" wrap gap={4} padY={4}>
                    {applications.map(({ perimeter }) =>
                      perimeter ? (
                        <Link key={perimeter.id} to={rowsAt(path('/org/security-bases/$perimeterId/measures', { perimeterId: perimeter.id }), [], asOf)}>
                          <Tag>{perimeter.name}</Tag>
                        </Link>
                      ) : null,
                    )}
                  </Row>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Box>
  )
}
