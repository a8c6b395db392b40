import { settleNext } from '#areas/indicators/server/index.ts'
import { demoIndicators } from '#demo/content/indicators.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Site } from './site.ts'

/** Once all values are there: each indicator is worked out once, whatever the number of entries. */
const begun = -1

/** The indicators of the first organisation over its metrics. */
export function indicatorsOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  return [
    {
      day: begun,
      what: 'discuss',
      by: site.pilot,
      run: async (session) => {
        for (const one of demoIndicators)
          await session.create('indicator', one.identifier, {
            identifier: one.identifier,
            ...inBoth('name', one.name),
            type: one.target === null ? 'ACTIVITY' : 'PERFORMANCE',
            periodicity: 'MONTHLY',
            formula: one.formula,
            is_global: true,
            target_value: one.target,
            unit: one.unit ?? null,
            ...(one.measures && { measures: one.measures.map((key) => site.id('measure', key)) }),
            ...(one.parent && { parent: site.id('indicator', one.parent) }),
            ...(one.manager && { manager: site.id('member', one.manager) }),
          })
        while (await settleNext(session.tx));
      },
    },
  ]
}
