import { assignmentCalls } from '#kit/contract/assignment-calls.ts'
import type { Assigned } from '#kit/contract/register.ts'
import { assign, readAssigned } from '#kit/server/data/people/assign.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from './api.ts'
import { handle } from './area.ts'

const asSent = ({ members, groups }: Assigned) => ({ members: [...members], groups: [...groups] })

/** Who a register is assigned to, for its readers; set by whoever may change it (TBL-44). */
export function assignmentRoutes(api: Api, register: Resource, resources: Resources): void {
  const { read, write } = assignmentCalls(register.def)
  const tag = register.def.name
  handle(api, tag, read, async ({ tx, grant, params }) => ({ object: asSent(await readAssigned(tx, grant, register, resources, params.id)) }))
  if (!write) return
  handle(api, tag, write, async ({ tx, grant, params, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: asSent(await assign(tx, grant, register, resources, params.id, body)),
  }))
}
