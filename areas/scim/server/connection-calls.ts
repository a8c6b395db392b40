import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  listEntries,
  listScimGroups,
  makeConnection,
  pauseConnection,
  revokeConnection,
  rotateConnection,
  saveMappings,
  takeConnectionOver,
  tryMappings,
} from '#areas/scim/contract/calls.ts'
import { entriesOf, groupsOf, newConnection, pause, revoke, rotate, setMappings, takeOver, tryOut } from './connections.ts'

export function connectionCalls(api: Api, resources: Resources): void {
  handle(api, 'scim_connection', makeConnection, async ({ tx, grant, body, translate }) => ({
    object: await newConnection(tx, grant, resources, body),
    message: translate('scim.messages.made'),
  }))
  handle(api, 'scim_connection', rotateConnection, async ({ tx, grant, params, body, translate }) => ({
    object: await rotate(tx, grant, resources, params.id, body),
    message: translate('scim.messages.rotated'),
  }))
  handle(api, 'scim_connection', revokeConnection, async ({ tx, grant, params, translate }) => {
    await revoke(tx, grant, resources, params.id)
    return { message: translate('scim.messages.revoked') }
  })
  handle(api, 'scim_connection', takeConnectionOver, async ({ tx, grant, params, translate }) => {
    await takeOver(tx, grant, resources, params.id)
    return { message: translate('scim.messages.taken_over') }
  })
  handle(api, 'scim_connection', pauseConnection, async ({ tx, grant, params, body, translate }) => {
    await pause(tx, grant, resources, params.id, body.paused)
    return { message: translate(body.paused ? 'scim.messages.paused' : 'scim.messages.goes_on') }
  })
  handle(api, 'scim_connection', tryMappings, async ({ tx, params, body }) => ({ object: await tryOut(tx, params.id, body) }))
  handle(api, 'scim_connection', saveMappings, async ({ tx, grant, params, body, translate }) => {
    const steps = await setMappings(tx, grant, resources, params.id, body)
    return { message: body.trial ? translate('scim.messages.kept') : translate('scim.messages.applied', { count: steps.length }) }
  })
  handle(api, 'scim_connection', listScimGroups, async ({ tx, grant, params }) => ({ objects: await groupsOf(tx, grant, params.id) }))
  handle(api, 'scim_connection', listEntries, async ({ tx, grant, params, query }) => entriesOf(tx, grant, params.id, query))
}
