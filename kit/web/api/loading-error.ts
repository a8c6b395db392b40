import { ApiError } from './client.ts'

/** Why there is nothing to show: what was read stays on its page, with what is open over it, where reading it again fails; unless it has gone or may not be seen any more. */
export const loadingError = ({ data, error }: { readonly data: unknown; readonly error: Error | null }): Error | null =>
  error !== null && (data === undefined || (error instanceof ApiError && (error.status === 404 || error.status === 403))) ? error : null
