import { useState } from 'react'
import type { Customer, suspendCustomer } from '#areas/tenancy/contract/customer.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'

/** Suspends an organisation: what stops is said before, and why is asked. */
export function SuspendDialog({ customer, onClose }: { readonly customer: Customer; readonly onClose: () => void }) {
  const t = useWords('tenancy')
  const [reason, setReason] = useState('')
  const { id, name, members, version } = customer
  const send = async () => {
    const { message } = await api.call<typeof suspendCustomer>('PUT /customer/{id}/suspension', { params: { id }, body: { suspended: true, reason, version } })
    await invalidate('customer')
    return message
  }
  return (
    <FormDialog title={t('customer.suspend_named', { name })} action={t('customer.suspend')} danger dirty={reason !== ''} send={send} onClose={onClose}>
      {(errorOf) => (
        <>
          <Text as="p">{t('customer.suspend_effect', { name, count: members })}</Text>
          <TextArea
            label={t('customer.suspend_reason')}
            help={t('customer.suspend_reason_hint')}
            required
            data-autofocus
            maxLength={1000}
            rows={3}
            value={reason}
            error={errorOf('reason')}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
