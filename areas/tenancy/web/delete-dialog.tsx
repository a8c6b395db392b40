import { useState } from 'react'
import { deletionDays, type Customer, type deleteCustomer } from '#areas/tenancy/contract/customer.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useExtent } from './customer-extent.ts'

const dayMs = 86_400_000

/** Asks for the deletion of an organisation: what goes and when is said before, and its identifier is typed. */
export function DeleteDialog({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) {
  const t = useWords('tenancy')
  const format = useFormat()
  const [typed, setTyped] = useState('')
  const [day] = useState(() => format.date(new Date(Date.now() + deletionDays * dayMs).toISOString()))
  const { id, name, identifier, version } = customer
  const extent = useExtent(id)
  const send = async () => {
    const { message } = await api.call<typeof deleteCustomer>('PUT /customer/{id}/deletion', {
      params: { id },
      body: { asked: true, identifier: typed, version },
    })
    await invalidate('customer')
    return message
  }
  return (
    <FormDialog
      title={t('customer.delete_named', { name })}
      action={t('customer.delete')}
      danger
      complete={typed.trim() === identifier && extent.data !== undefined}
      send={send}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <Text as="p" weight={600}>
            {t('customer.delete_warning')}
          </Text>
          {extent.data ? (
            <Text as="p">{t('customer.delete_effect', { day, ...extent.data, size: format.size(extent.data.bytes) })}</Text>
          ) : extent.error ? (
            <ErrorState reason={extent.error} onRetry={() => void extent.refetch()} />
          ) : (
            <SkeletonRows count={2} />
          )}
          <TextInput
            label={t('customer.delete_typed', { identifier })}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            value={typed}
            error={errorOf('identifier')}
            onChange={(event) => setTyped(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
