import { sql } from 'kysely'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { externalTickets } from '#areas/actions/server/index.ts'
import { offeredServices } from '#areas/connectors/server/index.ts'
import { ticketingFeatures, ticketingRights } from '#areas/ticketing/contract/rights.ts'
import { en } from '#areas/ticketing/locales/en.ts'
import { fr } from '#areas/ticketing/locales/fr.ts'
import { ticketingCalls } from './calls.ts'
import { rowsOf } from './rows.ts'
import { sendTickets, standingTickets, syncTickets } from './sync/jobs.ts'
import { ticketTools } from './tools/index-of-tools.ts'

/** What links in tickets begin with, of each application of this process. */
const linksOf = new WeakMap<Resources, string>()

/** Actions and occurrences that go along with tickets of other tools. */
export const ticketing: Area = {
  name: 'ticketing',
  rights: ticketingRights,
  features: ticketingFeatures,
  tables: ['ticket_join', 'ticket', 'ticket_conflict', 'ticket_comment', 'ticket_person', 'ticket_turn'],
  leftOut: { ticket_join: 'work', ticket: 'work', ticket_conflict: 'work', ticket_comment: 'work', ticket_person: 'work', ticket_turn: 'work' },
  resources: [],
  extensions: [
    ...ticketTools.map((tool) =>
      offeredServices.with({ definition: tool.definition, test: tool.test, sync: syncTickets(tool, (resources) => linksOf.get(resources) ?? '') }),
    ),
    externalTickets.with({
      status: (entity, row) =>
        sql`(select in_ticket.external_status from public.ticket in_ticket where in_ticket.customer_id = ${row('customer_id')} and in_ticket.${sql.ref(rowsOf[entity].ticket)} = ${row('id')} and in_ticket.state = 'THERE')`,
    }),
  ],
  calls: (api, resources) => {
    linksOf.set(resources, api.ports.publicUrl)
    ticketingCalls(api, resources)
  },
  composing: (api) => [sendTickets(api)],
  standing: standingTickets,
  locales: { en, fr },
}
