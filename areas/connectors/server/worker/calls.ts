import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { makeWorker, renewWorker, revokeWorker, type MadeWorker } from '#areas/connectors/contract/workers.ts'
import { workers } from '#areas/connectors/server/worker.ts'
import { newToken } from './token.ts'

export function workerCalls(api: Api, resources: Resources): void {
  handle(api, 'worker', makeWorker, async ({ tx, grant, body, translate }) => ({
    object: await makeOne(tx, grant, resources, body.name),
    message: translate('connectors.messages.worker_made'),
  }))
  handle(api, 'worker', revokeWorker, async ({ tx, grant, params, translate }) => {
    await updateRow(tx, authorize(grant.who, 'session'), workers, resources, params.id, { revoked_at: tx.now.toISOString() }, { action: 'revoke' })
    return { message: translate('connectors.messages.worker_revoked') }
  })
  handle(api, 'worker', renewWorker, async ({ tx, params, translate }) => {
    const seen = await tx.first(
      sql`update worker_seen s set update_asked_at = ${tx.now} from worker w where s.customer_id = ${tx.customerId} and s.worker_id = ${params.id} and w.customer_id = s.customer_id and w.id = s.worker_id
        and w.revoked_at is null returning 1`,
    )
    if (!seen) throw new AppError('CONFLICT', 'connectors.errors.worker_never_came')
    return { message: translate('connectors.messages.worker_renews') }
  })
}

/** Its token is answered here and kept nowhere: of it only a digest. */
async function makeOne(tx: Tx, grant: Grant, resources: Resources, name: string): Promise<MadeWorker> {
  if (tx.who.memberId === null) throw new AppError('FORBIDDEN', 'kit.errors.no_add_right')
  const { token, hash } = newToken(tx.customerId)
  const { id } = await createRow(tx, authorize(grant.who, 'session'), workers, resources, { name, maker: tx.who.memberId, revoked_at: null })
  await tx.run(sql`insert into worker_secret (customer_id, worker_id, hash, made_at) values (${tx.customerId}, ${id}, ${hash}, ${tx.now})`)
  return { id, token }
}
