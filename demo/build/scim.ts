import { showConnection } from '#areas/scim/server/index.ts'
import type { Happening } from './happening.ts'
import type { Site } from './site.ts'

/** The identity provider of the organisation, by which some of its people are kept in step; two have come who have no role yet. */
export function scimOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  return [
    {
      day: -1,
      what: 'discuss',
      by: site.pilot,
      run: async ({ tx, resources }) =>
        showConnection(tx, resources, {
          name: 'Entra ID',
          people: 14,
          waiting: 'SEC-Vigie-Site-Gent',
          newcomers: [
            { given: 'Lena', family: 'Desmet', email: 'l.desmet@aquilor.example' },
            { given: 'Mira', family: 'Kovač', email: 'm.kovac@aquilor.example' },
          ],
        }),
    },
  ]
}
