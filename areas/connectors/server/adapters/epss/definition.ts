import type { Definition } from '#areas/connectors/server/adapters/adapter.ts'
import { baseUrl } from '#areas/connectors/server/adapters/fields.ts'

/** EPSS of FIRST, its daily file of all scores (gzip CSV, model of 2025). */
export const definition = {
  identifier: 'EPSS',
  kind: 'FILES',
  mark: 'EP',
  name: { en: 'Probability of exploitation (EPSS)', fr: 'Probabilité d’exploitation (EPSS)' },
  description: {
    en: 'Tells of each gap with a CVE how probable its exploitation is within 30 days, with the day of the forecast.',
    fr: 'Dit de chaque écart doté d’un CVE la probabilité qu’il soit exploité sous 30 jours, avec le jour de la prévision.',
  },
  api: 'EPSS v4 CSV',
  fields: [baseUrl('https://epss.empiricalsecurity.com/epss_scores-current.csv.gz')],
  reads: [
    {
      what: { en: 'The public file of all scores', fr: 'Le fichier public de tous les scores' },
      why: { en: 'To put first what is probably used soon', fr: 'Pour placer en tête ce qui servira sans doute bientôt' },
    },
  ],
  never: { en: 'Nothing of yours is sent.', fr: 'Rien de chez vous n’est envoyé.' },
  produces: [],
  metrics: [],
  needsWorker: false,
} as const satisfies Definition
