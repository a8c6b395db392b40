import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { baseSummary } from '#areas/measures/contract/calls.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import css from './onboarding.module.css'
import { StepForm } from './step-form.tsx'

/** What the policies call for, perimeter by perimeter: measures are there as soon as a policy applies, and wait to be decided. */
export function BasesStep() {
  const words = useWords('dashboards')
  const bases = useQuery({ queryKey: ['measure', 'first_steps'], queryFn: ({ signal }) => api.call<typeof baseSummary>('GET /measure/summary', { signal }), select: (answer) => answer.objects.filter((base) => base.policies > 0), staleTime: 0 })
  return (
    <StepForm>
      {bases.isError ? <ErrorState reason={bases.error} onRetry={() => void bases.refetch()} /> : null}
      {bases.isPending ? <SkeletonRows count={4} /> : null}
      {bases.data?.length === 0 ? <EmptyState title={words('onboarding.bases.none')} text={words('onboarding.bases.none_text')} /> : null}
      {bases.data?.length ? (
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{words('cockpit.perimeter')}</th>
                <th scope="col">{words('onboarding.bases.policies')}</th>
                <th scope="col">{words('onboarding.bases.to_decide')}</th>
                <th scope="col">{words('onboarding.bases.planned')}</th>
                <th scope="col">{words('onboarding.bases.implemented')}</th>
              </tr>
            </thead>
            <tbody>
              {bases.data.map((base) => (
                <tr key={base.perimeter.id}>
                  <td>
                    <Link to={path('/org/security-bases/$perimeterId/measures', { perimeterId: base.perimeter.id })}>{base.perimeter.name}</Link>
                  </td>
                  <td>{base.policies}</td>
                  <td>{base.to_implement}</td>
                  <td>{base.planned}</td>
                  <td>{base.implemented}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </StepForm>
  )
}
