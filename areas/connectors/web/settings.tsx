import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { ConnectForm } from './connect-form.tsx'
import { useConnector, useDefinitions } from './connectors-api.ts'

/** Changes a connected service; its secrets cannot be read again, only replaced. */
export function Settings() {
  const t = useWords('connectors')
  const id = Number(useParams<'/admin/customer_connectors/$id/jobs'>().id)
  const definitions = useDefinitions()
  const connector = useConnector(id)
  const definition = definitions.data?.objects.find((one) => one.identifier === connector.data?.connector)
  if (definition && connector.data)
    return (
      <ConnectForm
        key={connector.data.version}
        definition={definition}
        row={connector.data}
        used={definitions.data?.used ?? 0}
        limit={definitions.data?.limit ?? null}
      />
    )
  const error = definitions.error ?? connector.error
  return (
    <Sheet>
      {error ? (
        <ErrorState reason={error} onRetry={() => void Promise.all([definitions.refetch(), connector.refetch()])} />
      ) : definitions.data && connector.data ? (
        <EmptyState title={t('errors.not_offered')} />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Sheet>
  )
}
