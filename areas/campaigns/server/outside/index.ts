import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { outsideCodeCalls } from './codes.ts'
import { outsideOwnCalls } from './outside-calls.ts'
import { outsidePeopleCalls } from './people.ts'

export { outsideCodeJob } from './codes.ts'
export { outsideJob } from './invite.ts'
export { outsideEnds, settleCampaign } from './outside-accounts.ts'

/** Calls about and of people from outside (docs/decisions/0073). */
export function outsideCalls(api: Api, resources: Resources): void {
  outsidePeopleCalls(api, resources)
  outsideCodeCalls(api)
  outsideOwnCalls(api, resources)
}
