import { layoutFrom, type TemplateName } from '#areas/reporting/web/builder/templates.ts'
import { beginVersion, makeLink, saveDraftOf } from '#areas/reporting/server/index.ts'
import type { Layout } from '#areas/reporting/contract/layout.ts'
import type { Happening } from './happening.ts'
import { inBoth, type Site } from './site.ts'

interface Planned {
  readonly key: string
  readonly name: { readonly en: string; readonly fr: string }
  readonly template: TemplateName
  readonly perimeter?: string
  readonly notes: readonly [first: { readonly en: string; readonly fr: string }, second: { readonly en: string; readonly fr: string }]
}

const planned: readonly Planned[] = [
  {
    key: 'board',
    name: { en: 'Board of directors', fr: 'Conseil d’administration' },
    template: 'board',
    notes: [
      { en: 'Third quarter', fr: 'Troisième trimestre' },
      { en: 'Fourth quarter, with the decision asked', fr: 'Quatrième trimestre, avec la décision demandée' },
    ],
  },
  {
    key: 'operations',
    name: { en: 'Security operations', fr: 'Opérations de sécurité' },
    template: 'operations',
    notes: [
      { en: 'First month', fr: 'Premier mois' },
      { en: 'After the weekly review', fr: 'Après la revue hebdomadaire' },
    ],
  },
  {
    key: 'audit',
    name: { en: 'Internal audit', fr: 'Audit interne' },
    template: 'audit',
    notes: [
      { en: 'Before the audit', fr: 'Avant l’audit' },
      { en: 'After the audit', fr: 'Après l’audit' },
    ],
  },
  {
    key: 'aquilor',
    name: { en: 'Aquilor', fr: 'Aquilor' },
    template: 'site',
    perimeter: 'aquilor',
    notes: [
      { en: 'First version', fr: 'Première version' },
      { en: 'With measures', fr: 'Avec les mesures' },
    ],
  },
]

/** Days on which versions are published, and a link for the directors is made. */
const [made, first, second, shared] = [-96, -91, -5, -4]

/** The dashboards of the first organisation: each with two versions, the board's with a link. Their figures are frozen by the job that freezes everybody's. */
export function dashboardsOf(site: Site): Happening[] {
  if (site.content.perimeters.every(({ key }) => key !== 'aquilor')) return []
  const laid = new Map<string, Layout>(planned.map(({ key, template }) => [key, layoutFrom(template)]))
  const frameOf = ({ perimeter }: Planned) => ({
    period: 'LAST_365_DAYS' as const,
    perimeter_id: perimeter === undefined ? null : site.id('perimeter', perimeter),
  })
  const publish = (one: Planned, at: 0 | 1, day: number): Happening => ({
    day,
    what: 'discuss',
    by: site.pilot,
    run: ({ tx }) => beginVersion(tx, site.id('dashboard', one.key), laid.get(one.key) ?? { sections: [] }, frameOf(one), site.translate(one.notes[at])),
  })
  return [
    ...planned.map((one): Happening => ({
      day: made,
      what: 'discuss',
      by: site.pilot,
      run: async (session) => {
        const { perimeter_id: perimeter } = frameOf(one)
        const { id } = await session.create('dashboard', one.key, {
          ...inBoth('name', one.name),
          visibility: 'PUBLIC',
          ...(perimeter !== null && { perimeter }),
        })
        await saveDraftOf(session.tx, id, 1, laid.get(one.key) ?? { sections: [] })
      },
    })),
    ...planned.flatMap((one) => [publish(one, 0, first), publish(one, 1, second)]),
    {
      day: shared,
      what: 'discuss',
      by: site.pilot,
      run: ({ tx }) =>
        makeLink(
          tx,
          site.id('dashboard', 'board'),
          { name: site.translate({ en: 'Directors', fr: 'Administrateurs' }), code: null, networks: [], number: 2 },
          '',
        ),
    },
  ]
}
