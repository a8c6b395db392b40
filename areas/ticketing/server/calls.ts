import type { BodyOf, QueryOf } from '#kit/contract/call.ts'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import { faultOf, mustAllow, openConfig, reachOf } from '#areas/connectors/server/index.ts'
import {
  changeJoin,
  decideTicket,
  joinPlan,
  leavePlan,
  leaveTicket,
  makeTicket,
  readJoin,
  readJoins,
  readPlaces,
  readTicket,
  renewTicket,
  sendOlder,
} from '#areas/ticketing/contract/calls.ts'
import { addJoin, changeJoinTo, connectorOf, joinOf, joinsOf, mustBeFree, removeJoin, sendOlderOf } from './joins.ts'
import { phaseAs } from './sync/one.ts'
import { decideOn, leave, makeFor, renew, ticketFor } from './tickets.ts'
import { ticketTools } from './tools/index-of-tools.ts'

/** A person waits for it. */
const askWithin = 30_000

export function ticketingCalls(api: Api, resources: Resources): void {
  const { fetch, secrets, db, now } = api.ports

  handle(api, 'ticket_join', readJoins, ({ tx, grant, params }) => joinsOf(tx, grant, params.id))
  handle(api, 'ticket_join', readJoin, async ({ tx, params, query }) => ({ object: await joinOf(tx, params.id, query.most) }))
  handle(api, 'ticket_join', changeJoin, async ({ tx, params, body, translate }) => {
    await mustAllow(tx)
    await changeJoinTo(tx, params.id, body)
    return { message: translate('kit.messages.saved') }
  })
  handle(api, 'ticket_join', leavePlan, async ({ tx, params, translate }) => {
    await removeJoin(tx, params.id)
    return { message: translate('ticketing.messages.unjoined') }
  })
  handle(api, 'ticket_join', sendOlder, async ({ tx, params, translate }) => {
    await mustAllow(tx)
    const sent = await sendOlderOf(tx, params.id)
    return { object: { sent }, message: translate('ticketing.messages.sent', { count: sent }) }
  })

  handle(api, 'ticket', readTicket, ({ tx, query }) => ticketFor(tx, resources, query.kind, query.id))
  handle(api, 'ticket', makeTicket, async ({ tx, body, translate }) => {
    await mustAllow(tx)
    await makeFor(tx, resources, body.kind, body.id, body.join)
    return { message: translate('ticketing.messages.made') }
  })
  handle(api, 'ticket', decideTicket, async ({ tx, params, body, translate }) => {
    await decideOn(tx, resources, params.id, body.fields)
    return { message: translate('ticketing.messages.decided') }
  })
  handle(api, 'ticket', renewTicket, async ({ tx, params, translate }) => {
    await mustAllow(tx)
    await renew(tx, resources, params.id)
    return { message: translate('ticketing.messages.made') }
  })
  handle(api, 'ticket', leaveTicket, async ({ tx, params, translate }) => {
    await leave(tx, resources, params.id)
    return { message: translate('ticketing.messages.left') }
  })

  // Both wait for somebody else's server: no transaction is held meanwhile.
  const toolWith = (inSession: Parameters<Parameters<Api['addRaw']>[1]>[0]['inSession'], id: number) =>
    inSession(async (tx) => {
      await mustAllow(tx)
      const connector = await connectorOf(tx, authorize(tx.who, 'ticket_join.write'), id)
      const tool = ticketTools.find(({ definition }) => definition.identifier === connector.connector)
      const config = await openConfig(tx, secrets, id)
      if (!tool || !config) throw notFound()
      return { tool, config, customer: tx.customerId }
    })
  const reach = () => reachOf(fetch, { signal: AbortSignal.timeout(askWithin), say: () => {}, now })
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask()
    } catch (error) {
      throw new AppError('UNAVAILABLE', `ticketing.problems.${faultOf(error).reason}`, { cause: error })
    }
  }

  api.addRaw(operationOf(readPlaces, 'ticket_join'), async ({ inSession, params, query }) => {
    const { project }: QueryOf<typeof readPlaces> = query
    const { tool, config, customer } = await toolWith(inSession, params.id)
    await consume(db, `ticket-places:${customer}`, 60, 60)
    const object =
      project === undefined
        ? { projects: [...(await asked(() => tool.projects(config, reach())))], types: [] }
        : { projects: [], types: [...(await asked(() => tool.types(config, reach(), project)))] }
    return { ok: true, object }
  })

  api.addRaw(operationOf(joinPlan, 'ticket_join'), async ({ request, inSession, params, body }) => {
    const given: Required<BodyOf<typeof joinPlan>> = body
    const { tool, config, customer } = await toolWith(inSession, params.id)
    await consume(db, `ticket-places:${customer}`, 60, 60)
    await inSession((tx) => mustBeFree(tx, resources, given))
    const found = await asked(async () => {
      const within = reach()
      const projects = await tool.projects(config, within)
      const project = projects.find(({ key }) => key === given.project)
      return {
        project,
        name: project?.name ?? given.project,
        states: (await tool.statuses(config, within, given)).map(({ id, name, phase, outcome }) => ({
          id,
          name,
          phase: phaseAs(phase),
          ...(outcome && { without: true }),
        })),
        priorities: await tool.priorities(config, within),
      }
    })
    if (!found.project || found.states.length === 0) throw new AppError('CONFLICT', 'ticketing.errors.no_place')
    const id = await inSession((tx) => addJoin(tx, resources, params.id, given, found))
    return { ok: true, object: { id }, message: api.translateFor(request, 'ticketing.messages.joined') }
  })
}
