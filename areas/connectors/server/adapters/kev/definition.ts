import type { Definition } from '#areas/connectors/server/adapters/adapter.ts'
import { baseUrl } from '#areas/connectors/server/adapters/fields.ts'

/** CISA's catalogue of known exploited vulnerabilities, its JSON of 2026 (schema 1.0). */
export const definition = {
  identifier: 'KEV',
  kind: 'FILES',
  mark: 'KE',
  name: { en: 'Known exploited vulnerabilities (KEV)', fr: 'Vulnérabilités exploitées connues (KEV)' },
  description: {
    en: 'Tells of each gap with a CVE whether the vulnerability is known to be exploited, and since when.',
    fr: 'Dit de chaque écart doté d’un CVE si la vulnérabilité est exploitée, et depuis quand on le sait.',
  },
  api: 'CISA KEV JSON 1.0',
  fields: [baseUrl('https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json')],
  reads: [
    {
      what: { en: 'The public catalogue of CISA', fr: 'Le catalogue public de la CISA' },
      why: { en: 'To put first what attackers use', fr: 'Pour placer en tête ce dont se servent les attaquants' },
    },
  ],
  never: { en: 'Nothing of yours is sent.', fr: 'Rien de chez vous n’est envoyé.' },
  produces: [],
  metrics: [],
  needsWorker: false,
} as const satisfies Definition
