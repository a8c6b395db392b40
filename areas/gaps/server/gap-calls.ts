import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { reportGap } from '#areas/gaps/contract/gap-calls.ts'
import { report } from './report-gap.ts'

/** What the kit does not derive for gaps. */
export const gapCalls = (api: Api, resources: Resources): void =>
  handle(api, 'gap', reportGap, async ({ tx, grant, body, translate }) => {
    const object = await report(tx, grant, resources, body)
    return { object, message: translate('gaps.messages.reported', { identifier: object.identifier }) }
  })
