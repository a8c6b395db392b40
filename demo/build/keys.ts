import { areas } from '#app/server/registry.ts'
import { exposedBy, lentBy, showKey, type ShownKey } from '#areas/programs/server/index.ts'
import type { Happening } from './happening.ts'
import type { Site } from './site.ts'

/** The day on which the keys are looked at. */
const shownOn = 0
const week = [6, 5, 4, 3, 2, 1]

/** Keys of programs: one that works daily in a place, one that reads figures, one that was revoked. */
export function keysOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'linz')) return []
  return [
    {
      day: shownOn,
      what: 'discuss',
      by: site.pilot,
      run: async ({ tx, resources }) => {
        const translate: typeof site.translate = (text) => site.translate(text)
        const daily = (operation: string, address: string, calls: number, today: number) => [
          ...week.map((ago) => ({ operation, address, ago, calls })),
          { operation, address, ago: 0, calls: today },
        ]
        const keys: ShownKey[] = [
          {
            given: {
              name: translate({ en: 'Ticket bridge, Linz', fr: 'Passerelle de tickets, Linz' }),
              read: ['gaps'],
              write: ['actions'],
              perimeters: [site.id('perimeter', 'linz')],
              networks: ['193.81.44.0/24'],
              days: 365,
              daily_calls: 100,
            },
            asked: [...daily('GET /actions', '193.81.44.10', 4, 11), ...daily('POST /actions', '193.81.44.10', 1, 2)],
          },
          {
            given: {
              name: translate({ en: 'Board figures', fr: 'Chiffres du comité' }),
              read: ['indicators', 'risks', 'scores'],
              write: [],
              perimeters: [],
              networks: [],
              days: 10,
              daily_calls: 20,
            },
            asked: daily('GET /indicators', '10.24.8.31', 3, 19),
          },
          {
            given: {
              name: translate({ en: 'Badge system, Brno', fr: 'Système de badges, Brno' }),
              read: ['perimeters'],
              write: [],
              perimeters: [site.id('perimeter', 'brno')],
              networks: [],
            },
            asked: [{ operation: 'GET /perimeters', address: '10.42.1.12', ago: 5, calls: 2 }],
            revoked: true,
          },
        ]
        for (const key of keys) await showKey(tx, { resources, types: exposedBy(areas, resources), lent: lentBy(areas) }, key)
      },
    },
  ]
}
