import { AppError, forbidden } from '#kit/contract/errors.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { changeMode } from '#areas/access/contract/calls.ts'
import { sessionsOf } from './sessions.ts'

/** Lets a pilot be a contributor for a while, and a pilot again (SHL-11): what the session may do changes with it. */
export function modeCalls(api: Api): void {
  handle(api, 'user', changeMode, async ({ tx, who, request, body }) => {
    if (body.mode === 'CONTRIBUTOR' && !who.roles.some((role) => role.endsWith('_pilote'))) throw forbidden('access.errors.mode')
    const sessions = sessionsOf(api)
    await sessions.setMode(tx, request, body.mode)
    tx.audit({ entity: 'session', object_id: who.memberId, action: body.mode === 'CONTRIBUTOR' ? 'contributor_mode' : 'normal_mode' })
    const changed = await sessions.read(tx, request)
    if (!changed) throw new AppError('UNAUTHENTICATED', 'kit.errors.session_expired')
    return { user: await sessions.describe(tx, changed) }
  })
}
