import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { endOtherSessions, endSession, listSessions, type OwnSession } from '#areas/access/contract/passwords.ts'
import { ownAccount } from './own-account.ts'
import { sessionsOf } from './sessions.ts'
import { idleMinutes } from './session-statement.ts'

interface Row {
  readonly customer_id: number
  readonly customer_name: string
  readonly token_hash: Buffer
  readonly method: OwnSession['method']
  readonly created_at: Date
  readonly last_used_at: Date
  readonly user_agent: string | null
}

/** Where one is signed in, and the way out of it. */
export function ownSessionsCalls(api: Api): void {
  const idOf = ({ token_hash: hash }: Row) => api.ports.secrets.hmac('session-id', hash.toString('hex')).subarray(0, 16).toString('base64url')
  const rows = (tx: Tx) => {
    const now = api.ports.now()
    return tx.run(sql<Row>`select * from account_sessions(${ownAccount(tx.who)}, ${now}, ${new Date(now.getTime() - idleMinutes * 60_000)})`)
  }

  handle(api, 'user', listSessions, async ({ tx, request }) => ({
    objects: (await rows(tx)).map((row) => ({
      id: idOf(row),
      organisation: row.customer_name,
      device: row.user_agent ?? '',
      method: row.method,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      current: isCurrent(request, row),
    })),
  }))
  const isCurrent = (request: FastifyRequest, row: Row) => sessionsOf(api).isCurrent(request, row.token_hash)

  handle(api, 'user', endSession, async ({ tx, params, translate }) => {
    const found = (await rows(tx)).find((row) => idOf(row) === params.session)
    if (!found) throw notFound()
    await tx.run(sql`select end_session(${found.customer_id}, ${found.token_hash})`)
    tx.audit({ entity: 'session', object_id: tx.who.memberId, action: 'end' })
    return { message: translate('access.messages.session_ended') }
  })

  handle(api, 'user', endOtherSessions, async ({ tx, request, translate }) => {
    await sessionsOf(api).endOthers(tx, request, ownAccount(tx.who))
    tx.audit({ entity: 'session', object_id: tx.who.memberId, action: 'end_others' })
    return { message: translate('access.messages.sessions_ended') }
  })
}
