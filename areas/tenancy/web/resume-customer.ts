import type { Customer, deleteCustomer, suspendCustomer } from '#areas/tenancy/contract/customer.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { toast } from '#kit/web/ui/toast.ts'

/** Opens a suspended organisation again, or takes its deletion back; both are harmless, so they are done without being asked twice. */
export async function resumeCustomer({ id, version, state }: Customer): Promise<void> {
  try {
    const { message = '' } =
      state === 'IN_DELETION'
        ? await api.call<typeof deleteCustomer>('PUT /customer/{id}/deletion', { params: { id }, body: { asked: false, version } })
        : await api.call<typeof suspendCustomer>('PUT /customer/{id}/suspension', { params: { id }, body: { suspended: false, version } })
    toast.success(message)
  } catch (reason) {
    toast.error(failureText(reason))
  }
  await invalidate('customer')
}
