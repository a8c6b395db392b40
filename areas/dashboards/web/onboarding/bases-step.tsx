import { useQuery } from '@tanstack/react-query'
import type { baseSummary } from '#areas/measures/contract/calls.ts'
import { measureFigures } from '#areas/measures/contract/figures.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { path } from '#kit/web/route.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import css from './onboarding.module.css'
import { StepForm } from './step-form.tsx'

const columns = [
  ['to_implement', measureFigures.to_handle, 'to_decide'],
  ['planned', measureFigures.planned, 'planned'],
  ['implemented', measureFigures.implemented, 'implemented'],
] as const

const baseOf = (perimeterId: number) => path('/org/security-bases/$perimeterId/measures', { perimeterId })

/** What the policies call for, perimeter by perimeter: measures are there as soon as a policy applies, and wait to be decided. */
export function BasesStep() {
  const words = useWords('dashboards')
  const bases = useQuery({
    queryKey: ['measure', 'first_steps'],
    queryFn: ({ signal }) => api.call<typeof baseSummary>('GET /measure/summary', { signal }),
    select: (answer) => answer.objects.filter((base) => base.policies > 0),
    staleTime: 0,
  })
  return (
    <StepForm>
      {bases.isError ? <ErrorState reason={bases.error} onRetry={() => void bases.refetch()} /> : null}
      {bases.isPending ? <SkeletonRows count={4} /> : null}
      {bases.data?.length === 0 ? <EmptyState title={words('onboarding.bases.none')} text={words('onboarding.bases.none_text')} /> : null}
      {bases.data?.length ? (
        <Box overflow="scrolled-across">
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{words('cockpit.perimeter')}</th>
                <th scope="col">{words('onboarding.bases.policies')}</th>
                {columns.map(([name, , label]) => (
                  <th key={name} scope="col">
                    {words(`onboarding.bases.${label}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bases.data.map((base) => (
                <tr key={base.perimeter.id}>
                  <td>
                    <Link to={rowsAt(baseOf(base.perimeter.id), [])}>{base.perimeter.name}</Link>
                  </td>
                  <td>{base.policies}</td>
                  {columns.map(([name, figure, label]) => (
                    <td key={name}>
                      <CountLink
                        count={base[name]}
                        to={rowsAt(baseOf(base.perimeter.id), filtersOf(figure))}
                        label={`${base.perimeter.name}, ${words(`onboarding.bases.${label}`)}`}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      ) : null}
    </StepForm>
  )
}
