import { getRow } from '#kit/server/data/lists/get-row.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import {
  handOverDeparture,
  listHolders as listing,
  listPoints as points,
  listWeek as week,
  readDepartureEffect,
  simulateDeparture,
} from '#areas/people/contract/holder-calls.ts'
import { reassignParts } from './assigned-objects.ts'
import { simulate } from './departure.ts'
import { listHolders, listPoints, listWeek, weeksFrom } from './holders.ts'
import { mustTake, plannedCalls } from './planned-hand-over.ts'
import { departureEffects } from './standstill.ts'

/** Who holds what, and what comes of it if somebody leaves. */
export function holderCalls(api: Api, resources: Resources, members: Resource): void {
  handle(api, 'member', listing, async ({ tx, query }) => listHolders(tx, resources, query.search, query.page))

  handle(api, 'member', points, async ({ tx, query }) => listPoints(tx, resources, query))

  handle(api, 'member', week, async ({ tx, grant, params, query }) => {
    await getRow(tx, grant, members, resources, params.id)
    return listWeek(tx, resources, params.id, query.week)
  })

  handle(api, 'member', simulateDeparture, async ({ tx, grant, params }) => {
    const row = await getRow(tx, grant, members, resources, params.id)
    return { object: await simulate(tx, resources, { id: params.id, name: String(row.name) }) }
  })

  handle(api, 'member', readDepartureEffect, async ({ tx, who, grant, params, body }) => {
    await getRow(tx, grant, members, resources, params.id)
    authorize(who, 'score.read')
    const [effectOf] = departureEffects.all()
    return { object: (await effectOf?.(api, tx, resources, { member: params.id, left: body.left, until: weeksFrom(tx.today).until })) ?? null }
  })

  handle(api, 'member', handOverDeparture, async ({ tx, grant, params, body, translate }) => {
    await getRow(tx, grant, members, resources, params.id)
    await mustTake(tx, params.id, body.parts)
    const object = await reassignParts(
      tx,
      resources,
      { holder: 'member', id: params.id },
      body.parts.map(({ to, objects }) => ({ to, chosen: objects })),
    )
    return { message: translate('people.messages.reassigned', { count: object.count }), object }
  })

  plannedCalls(api, resources, members)
}
