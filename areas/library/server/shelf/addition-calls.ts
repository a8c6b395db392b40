import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import * as calls from '#areas/library/contract/addition.ts'
import { readAddition } from './read-addition.ts'
import { undoAddition } from './undo-addition.ts'

/** What came of what was asked for from the shelf. */
export function additionCalls(api: Api, resources: Resources): void {
  handle(api, 'library', calls.readAddition, async ({ tx, params }) => ({ object: await readAddition(tx, api.ports.translate, params.id) }))
  handle(api, 'library', calls.undoAddition, async ({ tx, params }) => {
    await undoAddition(tx, resources, params.id)
    return { object: { id: params.id } }
  })
}
