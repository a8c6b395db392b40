import { ApiError, isAway } from './client.ts'

/** Whether a failure is the network’s, and not an answer of the server. */
export const isUnreached = (reason: unknown): boolean => !navigator.onLine || !(reason instanceof ApiError) || isAway(reason.status)

/** Whether nothing was said of what was sent: not reached, or the session, a limit or the server's own trouble stood before it. */
export const isUndecided = (reason: unknown): boolean =>
  isUnreached(reason) ||
  (reason instanceof ApiError &&
    (reason.status === 401 || reason.status === 429 || reason.status >= 500 || /^(?:CONTEXT_CHANGED|PENDING_\w+)$/.test(reason.code)))
