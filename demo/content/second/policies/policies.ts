import type { Policy } from '#demo/content/types.ts'
import { health } from './health.ts'

/** The policies, in the order in which people see them. */
export const policies: readonly Policy[] = [
  {
    key: 'health',
    identifier: 'HEALTH',
    name: { en: 'Health data rules', fr: 'Règles des données de santé' },
    description: {
      en: 'Fifteen rules that we follow and show to customers.',
      fr: 'Quinze règles que nous suivons et montrons à nos clients.',
    },
    groups: [
      { identifier: 'GOV', name: { en: 'Governance', fr: 'Gouvernance' } },
      { identifier: 'DAT', name: { en: 'Data', fr: 'Données' } },
      { identifier: 'ACC', name: { en: 'Access', fr: 'Accès' } },
      { identifier: 'DEV', name: { en: 'Development', fr: 'Développement' } },
      { identifier: 'RES', name: { en: 'Resilience', fr: 'Résilience' } },
    ],
    requirements: health,
  },
]
