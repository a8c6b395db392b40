import type { Customer, suspendCustomer } from '#areas/tenancy/contract/customer.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { toast } from '#kit/web/ui/toast.ts'

/** Opens a suspended organisation again; harmless, so it is done without being asked twice. */
export async function resumeCustomer({ id, version }: Customer): Promise<void> {
  try {
    const { message = '' } = await api.call<typeof suspendCustomer>('PUT /customer/{id}/suspension', { params: { id }, body: { suspended: false, version } })
    toast.success(message)
  } catch (reason) {
    toast.error(failureText(reason))
  }
  await invalidate('customer')
}
