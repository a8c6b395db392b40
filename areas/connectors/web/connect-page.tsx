import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { ConnectForm } from './connect-form.tsx'
import { useDefinitions } from './connectors-api.ts'

/** Connects a service. */
export function Page() {
  const t = useWords('connectors')
  const { identifier } = useParams<'/admin/customer_connectors/new/$identifier'>()
  const { data, error, refetch } = useDefinitions()
  const definition = data?.objects.find((one) => one.identifier === identifier)
  if (definition) return <ConnectForm key={identifier} definition={definition} used={data?.used ?? 0} limit={data?.limit ?? null} />
  return (
    <Sheet>
      {error ? (
        <ErrorState reason={error} onRetry={() => void refetch()} />
      ) : data ? (
        <EmptyState title={t('errors.not_offered')} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Sheet>
  )
}
