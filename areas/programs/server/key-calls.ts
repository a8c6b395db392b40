import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { changeKey, countKeys, listKeyRequests, makeKey, readKeyChoices, revokeKey, rotateKey, takeKeyOver } from '#areas/programs/contract/calls.ts'
import { isWritable, type ExposedType, type Lent } from './exposed.ts'
import { changeKeyOf, countKeysOf, keyBoundsOf, newKey, requestsOf, revoke, rotate, takeOver } from './keys.ts'

export function keyCalls(api: Api, resources: Resources, types: ReadonlyMap<string, ExposedType>, lent: Lent): void {
  handle(api, 'api_key', readKeyChoices, async ({ tx, translate }) => {
    const bounds = await keyBoundsOf(tx)
    return {
      object: {
        types: [
          ...[...types.values()].map((one) => {
            const { area, name } = one.resource.def
            return { type: one.type, name: translate(`${area}.entities.${name}.many`), write: isWritable(one), rows: true }
          }),
          ...[...lent].map(([type, { area }]) => ({ type, name: translate(`${area}.scopes.${type}`), write: false, rows: false })),
        ],
        most_days: bounds.api_key_days,
        most_reminder: bounds.api_key_reminder,
        most_calls: bounds.api_key_calls,
      },
    }
  })
  handle(api, 'api_key', makeKey, async ({ tx, grant, body, translate }) => ({
    object: await newKey(tx, grant, { resources, types, lent }, body),
    message: translate('programs.messages.made'),
  }))
  handle(api, 'api_key', rotateKey, async ({ tx, grant, params, body, translate }) => ({
    object: await rotate(tx, grant, resources, params.id, body.overlap_hours),
    message: translate('programs.messages.rotated'),
  }))
  handle(api, 'api_key', revokeKey, async ({ tx, grant, params, translate }) => {
    await revoke(tx, grant, resources, params.id)
    return { message: translate('programs.messages.revoked') }
  })
  handle(api, 'api_key', takeKeyOver, async ({ tx, grant, params, translate }) => {
    await takeOver(tx, grant, resources, params.id)
    return { message: translate('programs.messages.taken_over') }
  })
  handle(api, 'api_key', changeKey, async ({ tx, grant, params, body, translate }) => {
    await changeKeyOf(tx, grant, resources, params.id, body)
    return { message: translate('programs.messages.changed') }
  })
  handle(api, 'api_key', countKeys, async ({ tx, grant, body }) => ({ object: await countKeysOf(tx, grant, resources, body) }))
  handle(api, 'api_key', listKeyRequests, async ({ tx, grant, params, query }) => ({ objects: await requestsOf(tx, grant, params.id, query.days) }))
}
