import type { FastifyRequest } from 'fastify'
import type { Call } from '#kit/contract/call.ts'
import { forbidden } from '#kit/contract/errors.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api, Operation } from '#kit/server/http/api.ts'
import { providerCustomer } from './create-customer.ts'

/** Runs work of a call of the provider's own pages, outside any organisation, under its database role; throws FORBIDDEN for whoever does not hold the call's right there. */
export async function asStaff<T>(
  api: Api,
  request: FastifyRequest,
  { right }: Pick<Call, 'right'>,
  work: (tx: Tx, who: Who) => Promise<T>,
  asked: Pick<Operation, 'embedded'> = {},
): Promise<T> {
  const who = await api.inSession(request, async (tx) => tx.who, asked)
  if (who.customerId !== providerCustomer || !who.rights.has(right)) throw forbidden()
  return api.ports.db.transaction(
    providerCustomer,
    async (tx) => {
      tx.act(who)
      return work(tx, who)
    },
    { provider: true },
  )
}
