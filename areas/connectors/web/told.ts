import { failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { toast } from '#kit/web/ui/toast.ts'

/** Says what came of it, and shows the rows as they are now. */
export const told = (sent: Promise<{ readonly message?: string }>) =>
  sent
    .then(
      ({ message }) => toast.success(message ?? ''),
      (reason: unknown) => toast.error(failureText(reason)),
    )
    .then(renewed)
