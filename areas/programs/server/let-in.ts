import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#kit/contract/errors.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import { suspended } from '#kit/server/http/admit.ts'
import type { Api, Operation } from '#kit/server/http/api.ts'
import { plainAddress } from '#kit/server/http/networks.ts'
import { throttled } from '#kit/server/http/rate-limit.ts'
import type { Scopes } from '#areas/programs/contract/api-key.ts'
import { callsPerMinute } from '#areas/programs/contract/calls.ts'
import { scopeLets } from './exposed.ts'
import { refusedKey } from './key-reader.ts'
import { secretOf } from './secret.ts'

interface Use {
  readonly state: 'IN' | 'UNKNOWN' | 'HIDDEN' | 'REVOKED' | 'ENDED' | 'ELSEWHERE' | 'DAY' | 'MINUTE'
  /** Null of a key that is not known. */
  readonly scopes: Scopes | null
  readonly minute_left: number
  readonly minute_ends: number
  readonly day_calls: number
  readonly day_left: number
  readonly day_ends: number
}

/** What an operation of the public API is about; undefined for what describes it. */
export interface Aimed {
  /** Null: its body says of which, and whoever answers looks whether the scopes hold. */
  readonly type: string | null
  readonly verb: 'read' | 'write'
  /** Unless it is 200. */
  readonly answers?: 201 | 202
}

/** Adds an operation with what it is about, by which keys are let in. */
export type AddPublic = (aim: Aimed, operation: Operation, run: Parameters<Api['addRaw']>[1]) => void

const scopes = new WeakMap<FastifyRequest, Scopes>()

/** What the key may that a request was let in with. Throws, since the program is wrong, for one that was not. */
export function scopesOf(request: FastifyRequest): Scopes {
  const held = scopes.get(request)
  if (!held) throw new Error('The request was not let in by a key')
  return held
}

/** Lets a key in: knows it, counts the request among those of its minute and its day, and looks whether its scope holds. Before anything of a body is read; one statement. */
export async function letIn(
  { db, now, aimOf }: { readonly db: DatabaseAccess; readonly now: () => Date; readonly aimOf: (operation: Operation) => Aimed | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
): Promise<void> {
  const aim = aimOf(operation)
  if (!aim) return
  const secret = secretOf(request)
  if (!secret) throw refusedKey()
  const [use] = await db.alone<Use>('select state, scopes, minute_left, minute_ends, day_calls, day_left, day_ends from use_api_key($1, $2, $3, $4, $5)', [
    secret.customerId,
    secret.hash,
    plainAddress(request.ip),
    `${operation.method} ${operation.path}`,
    now(),
  ])
  if (!use?.scopes || use.state === 'UNKNOWN') {
    const [closed] = await db.alone<{ suspended: boolean }>('select key_suspended($1, $2) as suspended', [secret.customerId, secret.hash])
    throw closed?.suspended ? suspended() : refusedKey()
  }
  if (use.state === 'REVOKED' || use.state === 'ENDED')
    throw new AppError('UNAUTHENTICATED', `programs.errors.${use.state === 'ENDED' ? 'ended' : 'revoked'}`, { code: `KEY_${use.state}` })
  if (use.state === 'HIDDEN') throw new AppError('FORBIDDEN', 'programs.errors.hidden')
  if (use.state === 'ELSEWHERE') throw new AppError('FORBIDDEN', 'programs.errors.elsewhere', { code: 'KEY_ELSEWHERE' })
  tellLimits(reply, use)
  if (use.state !== 'IN') throw throttled(use.state === 'DAY' ? use.day_ends : use.minute_ends)
  scopes.set(request, use.scopes)
  if (aim.type !== null && !scopeLets(use.scopes, aim.type, aim.verb))
    throw new AppError('FORBIDDEN', `programs.errors.no_${aim.verb}`, { code: 'SCOPE', values: { type: aim.type } })
}

/** How much is left: of the minute, unless less is left of the day. */
function tellLimits(reply: FastifyReply, use: Use): void {
  const day = use.day_left < use.minute_left || use.state === 'DAY'
  reply
    .header('ratelimit-limit', String(day ? use.day_calls : callsPerMinute))
    .header('ratelimit-remaining', String(day ? use.day_left : use.minute_left))
    .header('ratelimit-reset', String(day ? use.day_ends : use.minute_ends))
    .header('ratelimit-policy', `${callsPerMinute};w=60, ${use.day_calls};w=86400`)
}
