import type { FastifyRequest } from 'fastify'
import { AppError, forbidden, notFound } from '#kit/contract/errors.ts'
import type { Who } from '#kit/server/access/who.ts'
import { checkContext } from './page-context.ts'

export const unauthenticated = () => new AppError('UNAUTHENTICATED', 'kit.errors.session_expired')
/** What is told to whoever has a session of a customer that is suspended: it holds again once that is taken up. */
export const suspended = () => new AppError('UNAUTHENTICATED', 'kit.errors.suspended', { code: 'CUSTOMER_SUSPENDED' })

/** What work in a session is allowed besides; nothing of it unless it is said. */
export interface SessionNeeds {
  readonly whilePending?: true
  readonly whileLeaving?: true
  readonly tellsContext?: true
  readonly embedded?: true
  readonly outside?: 'own' | 'session'
  readonly standby?: true
  /** Nobody does anything by it, so that the session is kept alive no longer. */
  readonly quiet?: boolean
}

/** Lets somebody do what a request asks, as far as it is open to them as they stand. */
export function admit(request: FastifyRequest, who: Who, { whilePending, whileLeaving, tellsContext, embedded, outside }: SessionNeeds): void {
  request.lang = who.lang
  // A key stands for itself, whichever page it is tried in.
  if (who.session?.method !== 'KEY') checkContext(request, who, { silent: tellsContext ?? embedded ?? false })
  const [duty] = who.session?.pending ?? []
  // Whoever takes leave may do what they must first, and then nothing but that.
  if (who.session?.leaving && !whileLeaving && !(duty && whilePending)) throw suspended()
  if (who.outside) confine(who.outside, request, outside)
  if (duty && !whilePending) throw new AppError('FORBIDDEN', `kit.errors.first.${duty}`, { code: `PENDING_${duty}` })
}

/** The one gate for people from outside: what is not declared for them is refused, and what is, is about what they are asked alone. */
function confine(asked: ReadonlySet<number>, request: FastifyRequest, outside: SessionNeeds['outside']): void {
  if (outside === undefined) throw forbidden()
  if (outside === 'own' && !asked.has(Number((request.params as { readonly id?: string }).id))) throw notFound()
}
