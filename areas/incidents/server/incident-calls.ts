import { mentionsIn } from '#kit/contract/mention.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import * as declared from '#areas/incidents/contract/incident-calls.ts'
import { readSettings } from '#areas/tenancy/server/index.ts'
import { contactsOf, linkedWork } from './linked-work.ts'
import { shownClocks } from './clocks.ts'
import { declare, ownPerimeter } from './declare.ts'
import { incidentStatistics } from './incident-figures.ts'
import { record } from './sending.ts'
import { checkCorrected, checkMentions, enter, entriesOf, entryOf, happened, mustWorkOn, worksOn } from './timeline.ts'

/** Whoever follows the incident hears of an entry; whom it mentions has heard of it by then. */
const tellFollowers = (tx: Tx, incident: number, entry: number): void =>
  tx.tell({ kind: 'happened', entity: 'incident', id: incident, followers: true, cause: `entry:${entry}` })

/** What the kit does not derive for incidents. */
export function incidentCalls(api: Api, resources: Resources): void {
  handle(api, 'incident', declared.readTimeline, async ({ tx, grant, params, query }) => {
    if (query.as_of) tx.readAsOf(query.as_of)
    const works = await worksOn(tx, grant, params.id)
    const [objects, clocks] = await Promise.all([entriesOf(tx, resources, params.id), shownClocks(tx, params.id)])
    return { objects, clocks, add_right: works && !tx.past }
  })

  handle(api, 'incident', declared.readLinkedWork, async ({ tx, grant, params, query }) => {
    if (query.as_of) tx.readAsOf(query.as_of)
    await worksOn(tx, grant, params.id)
    return { object: await linkedWork(tx, resources, params.id) }
  })

  handle(api, 'incident', declared.readContacts, async ({ tx, grant, params }) => {
    await worksOn(tx, grant, params.id)
    return { objects: await contactsOf(tx, params.id) }
  })

  handle(api, 'incident', declared.addEntry, async ({ tx, grant, params, body, translate }) => {
    await mustWorkOn(tx, grant, params.id)
    await checkCorrected(tx, params.id, body.corrects, declared.writtenKinds)
    await checkMentions(tx, resources, params.id, body.text)
    const happenedAt = happened(tx, 'happened_at', body.happened_at) ?? tx.now
    const id = await enter(tx, params.id, { ...body, happenedAt, corrects: body.corrects ?? null })
    const members = mentionsIn(body.text)
    if (members.length > 0) tx.tell({ kind: 'mentioned', entity: 'incident', id: params.id, members, cause: `entry:${id}` })
    tellFollowers(tx, params.id, id)
    return { object: await entryOf(tx, resources, params.id, id), message: translate('incidents.messages.entered') }
  })

  handle(api, 'incident', declared.recordSending, async ({ tx, grant, params, body, translate }) => {
    const id = await record(tx, grant, resources, params.id, body)
    tellFollowers(tx, params.id, id)
    return { object: await entryOf(tx, resources, params.id, id), message: translate('incidents.messages.sent') }
  })

  handle(api, 'incident', declared.readDeclaration, async ({ tx, grant }) => {
    const settings = await readSettings(tx)
    return {
      object: {
        emergency_phone: settings.emergency_phone,
        emergency_text: settings.emergency_text,
        impact: settings.incident_impact,
        nis2_authority: settings.nis2_authority,
        gdpr_authority: settings.gdpr_authority,
        perimeter: await ownPerimeter(tx, grant),
      },
    }
  })

  handle(api, 'incident', declared.declareIncident, async ({ tx, grant, body, translate }) => ({
    object: await declare(tx, grant, resources, body),
    message: translate('incidents.messages.declared'),
  }))

  handle(api, 'incident', declared.incidentStats, async ({ tx, body }) => ({
    object: await incidentStatistics(tx, authorize(tx.who, 'incident.read'), resources, body),
  }))
}
