import { sql } from 'kysely'
import { areas } from '#app/server/registry.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { keepProposal } from '#areas/assistants/server/index.ts'
import { exposedBy, lentBy, newKey } from '#areas/programs/server/index.ts'
import type { Happening } from './happening.ts'
import type { Site } from './site.ts'

/** The day on which an assistant has looked through the actions. */
const shownOn = -1

/** What an assistant proposes and nobody has decided yet. */
export function proposalsOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  return [
    {
      day: shownOn,
      what: 'discuss',
      by: site.pilot,
      run: async ({ tx, resources }) => {
        const translate: typeof site.translate = (text) => site.translate(text)
        const types = exposedBy(areas, resources)
        const { id: key } = await newKey(
          tx,
          authorize(tx.who, 'api_key.write'),
          { resources, types, lent: lentBy(areas) },
          {
            name: translate({ en: 'Planning assistant', fr: 'Assistant de planification' }),
            read: ['gaps', 'scores'],
            write: ['actions'],
            perimeters: [],
            networks: [],
          },
        )
        const rows = await tx.run(
          sql<{ id: number; version: number; day: string | null }>`select r.id, r.version, (r.target_date + 21)::text as day from remediation r
            where r.customer_id = ${tx.customerId} and r.status not in ('FINISHED', 'CANCELLED') and r.target_date > ${tx.today} order by r.target_date, r.id limit 5`,
        )
        const resource = resourceOf(resources, 'remediation')
        const [first, second, ...others] = rows
        if (!first || !second) throw new Error('The demonstration has no open actions')
        const later = [second, ...others]
        const stop = translate({ en: 'Maintenance stop', fr: 'Arrêt de maintenance' })
        const found = translate({ en: 'Named again by a scan', fr: 'Citée de nouveau par un scan' })
        await keepProposal(
          tx,
          key,
          {
            title: translate({
              en: 'Move actions past the maintenance stop',
              fr: 'Décaler des actions après l’arrêt de maintenance',
            }),
            reason: translate({
              en: 'The plants stand still for three weeks from the day on which these are due. Read: open actions, by target date.',
              fr: 'Les usines sont à l’arrêt pendant trois semaines à partir de leur échéance. Lu : les actions ouvertes, par échéance.',
            }),
            wanted: later.map(({ id, day }) => ({ type: { resource }, id, changes: { target_date: day, postponement_reason: stop } })),
          },
          later.map(({ version }) => version),
        )
        await keepProposal(
          tx,
          key,
          {
            title: translate({ en: 'Raise the priority of an action that a finding names', fr: 'Relever la priorité d’une action citée par un constat' }),
            reason: translate({ en: 'A scan of this week names it again.', fr: 'Un scan de la semaine la cite de nouveau.' }),
            wanted: [
              {
                type: { resource },
                id: first.id,
                changes: { target_date: tx.today, postponement_reason: found },
                quote: translate({ en: 'Still reachable from the office network', fr: 'Toujours joignable depuis le réseau bureautique' }),
              },
            ],
          },
          [first.version],
        )
      },
    },
  ]
}
