import { control } from '#areas/policies/contract/control.ts'
import { failureText } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { toast, type Toast } from '#kit/web/ui/toast.ts'

/** Does something on the server, says how it went, with what can be done about it, and forgets what it changed; answers what the server said, or undefined when it refused. */
export async function attempt<T extends { readonly message?: string | undefined }>(
  call: () => Promise<T>,
  action?: (answer: T) => Toast['action'],
): Promise<T | undefined> {
  try {
    const answer = await call()
    if (answer.message) toast.success(answer.message, { action: action?.(answer) })
    return answer
  } catch (reason) {
    toast.error(failureText(reason))
    return undefined
  } finally {
    // The tree of a version is read from many tables, under one name.
    await Promise.all([renewed(), invalidate(control.name)])
  }
}
