import type { Application, NotApplicable } from '#demo/content/types.ts'

/** Which policies bind which perimeters, since when and how far. */
export const applications: readonly Application[] = [
  { policy: 'health', perimeter: 'company', weight: 100, level: 2, since: { daysAgo: 600 } },
  { policy: 'health', perimeter: 'product', weight: 100, level: 2, since: { daysAgo: 600 } },
  { policy: 'health', perimeter: 'support', weight: 60, level: 1, since: { daysAgo: 600 } },
]

/** Requirements left out, as they appear in the statements of applicability. */
export const notApplicable: readonly NotApplicable[] = [
  {
    perimeter: 'support',
    policy: 'health',
    requirement: 'DEV.1',
    author: 'ines',
    since: { daysAgo: 330 },
    justification: {
      en: 'No software is written at the support centre; its tools come from the product team.',
      fr: 'Aucun logiciel n’est écrit au centre de support ; ses outils viennent de l’équipe produit.',
    },
  },
  {
    perimeter: 'support',
    policy: 'health',
    requirement: 'RES.1',
    author: 'ines',
    since: { daysAgo: 330 },
    justification: {
      en: 'The support centre runs no rounds; its own unavailability is covered by the call-back procedure.',
      fr: 'Le centre de support ne gère pas de tournées ; son indisponibilité est couverte par la procédure de rappel.',
    },
  },
]
