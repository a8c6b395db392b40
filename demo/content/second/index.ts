import type { Organisation } from '#demo/content/types.ts'
import { actions } from './actions/actions.ts'
import { applications, notApplicable } from './applications.ts'
import { categories, labels } from './catalog.ts'
import { measures } from './measures.ts'
import { talk } from './talk.ts'
import { people, userGroups } from './people.ts'
import { groupings, perimeters } from './perimeters.ts'
import { actionPlans } from './plans.ts'
import { policies } from './policies/policies.ts'
import { solutions } from './solutions.ts'

/** The small organisation that shows isolation. */
export const secondOrganisation: Organisation = {
  key: 'second',
  name: 'Solvéane',
  description: {
    en: 'Small publisher of software for home nursing, with health data to protect.',
    fr: 'Petit éditeur de logiciel pour les soins à domicile, avec des données de santé à protéger.',
  },
  people,
  talk,
  userGroups,
  perimeters,
  groupings,
  properties: [],
  categories,
  labels,
  policies,
  adoptsEssentials: -6,
  applications,
  notApplicable,
  inclusions: [],
  solutions,
  measures,
  actionPlans,
  actions,
  story: {
    targetScore: 80,
    scores: [],
    weakPerimeter: null,
    excellentPerimeter: null,
  },
}
