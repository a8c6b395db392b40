import type { FastifyRequest } from 'fastify'
import { AppError } from '#kit/contract/errors.ts'
import { contextHeader } from '#kit/contract/page-context.ts'
import type { Who } from '#kit/server/access/who.ts'

/** Where a session is and as whom, in one word that pages send back with every call; it holds nothing secret, and nobody but `checkContext` reads it. */
export const contextOf = ({ customerId, memberId, impersonatorId, session }: Who): string =>
  [customerId, memberId, session?.mode, impersonatorId].filter((part) => part !== null && part !== undefined).join('.')

/**
 * Throws CONTEXT_CHANGED when the page that calls was loaded for another organisation, person or mode than the session is in now: another tab of the
 * browser has gone there. Whoever calls without a page says nothing and is not asked; a page of ours that says nothing, such as a link that the
 * browser follows by itself, is refused, since nobody could tell for what it stands; unless nothing of the kind can come of the operation (`silent`).
 */
export function checkContext({ headers }: FastifyRequest, who: Who, { silent }: { readonly silent: boolean }): void {
  const said = headers[contextHeader]
  if (said === undefined) {
    if (headers['sec-fetch-site'] === 'same-origin' && !silent) throw new AppError('CONFLICT', 'kit.errors.context_missing', { code: 'CONTEXT_MISSING' })
  } else if (said !== contextOf(who)) throw new AppError('CONFLICT', 'kit.errors.context_changed', { code: 'CONTEXT_CHANGED' })
}
