import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { usePolicies } from './onboarding-api.ts'
import css from './onboarding.module.css'
import { ImportLink } from './policies-step.tsx'
import { StepForm } from './step-form.tsx'

/** The organisation's own rules come in as a file, and their requirements are tied to measures on the page of each policy. */
export function ImportStep() {
  const words = useWords('dashboards')
  const policies = usePolicies()
  return (
    <StepForm>
      {policies.isError ? <ErrorState reason={policies.error} onRetry={() => void policies.refetch()} /> : null}
      {policies.isPending ? <SkeletonRows count={4} /> : null}
      {policies.data?.length === 0 ? <EmptyState title={words('onboarding.policies.none')} text={words('onboarding.import.none_text')} /> : null}
      {policies.data?.length ? (
        <ul className={css.choices} aria-label={words('onboarding.import.policies')}>
          {policies.data.map((policy) => (
            <li key={policy.id}>
              <Link to={path('/org/policies/$id', { id: policy.id })}>{policy.name ?? policy.identifier}</Link>
              <span>{words('onboarding.policies.requirements', { count: policy.requirements ?? 0 })}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <Row gap={8} wrap>
        <ImportLink label={words('onboarding.import.run')} />
      </Row>
    </StepForm>
  )
}
