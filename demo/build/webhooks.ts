import { sql } from 'kysely'
import { showWebhook, type ShownHook } from '#areas/programs/server/index.ts'
import type { Happening } from './happening.ts'
import type { Site } from './site.ts'

/** The day on which the webhooks are looked at, and how many actions are told of. */
const [shownOn, actionsTold] = [-1, 9] as const
const hour = 3_600_000
const failing = [0, 5, 305, 2105, 9305, 27_305, 63_305, 84_905]
const upstream = 'upstream connect error or disconnect'

/** Two webhooks as they were left: one that is paused while its receiver is moved, and one that was switched off. Nothing is sent from a demonstration. */
export function webhooksOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  return [
    {
      day: shownOn,
      what: 'discuss',
      by: site.pilot,
      run: async ({ tx, resources }) => {
        const rows = await tx.run(
          sql<{ id: number }>`select r.id from remediation r where r.customer_id = ${tx.customerId} order by r.updated_at desc, r.id limit ${actionsTold}`,
        )
        const at = (hours: number) => new Date(tx.now.getTime() - hours * hour)
        const taken = (took: number) => [{ after: 1, status: 204, took }]
        const told = rows.map(({ id }, n) => ({
          entity: 'remediation',
          id,
          at: at(2 + n * 5),
          ...(n % 3 === 1
            ? { event: 'actions.finished', changed: null }
            : { event: 'actions.changed', changed: n % 3 === 0 ? ['status', 'start_date'] : ['target_date'] }),
          answers:
            n === 2
              ? [
                  { after: 1, status: 503, took: 10_000, text: upstream },
                  { after: 6, status: 204, took: 213 },
                ]
              : taken(148 + n * 17),
        }))
        const planner: ShownHook = {
          name: site.translate({ en: 'Maintenance planner', fr: 'Planificateur de maintenance' }),
          url: 'https://hooks.planner.example/vigie',
          events: ['actions.*', 'occurrences.changed'],
          off: null,
          messages: told.toReversed(),
        }
        const [first, second] = rows
        const bridge: ShownHook = {
          name: site.translate({ en: 'Old chat bridge', fr: 'Ancien pont de messagerie' }),
          url: 'https://bridge.aquilor.example/in',
          events: ['actions.created', 'gaps.created'],
          off: { since: at(11 * 24), reason: 'FAILED' },
          messages: [
            ...(first ? [{ event: 'actions.created', entity: 'remediation', id: first.id, at: at(14 * 24), changed: null, answers: taken(322) }] : []),
            ...(second
              ? [
                  {
                    event: 'actions.created',
                    entity: 'remediation',
                    id: second.id,
                    at: at(12 * 24),
                    changed: null,
                    answers: failing.map((after) => ({ after, status: 502, took: 1120, text: 'Bad gateway' })),
                  },
                ]
              : []),
          ],
        }
        for (const hook of [planner, bridge]) await showWebhook(tx, resources, hook)
      },
    },
  ]
}
