import type { Definition } from '#areas/connectors/server/adapters/adapter.ts'
import { baseUrl } from '#areas/connectors/server/adapters/fields.ts'
import { severityParameter } from '#areas/connectors/server/adapters/severity.ts'

const patching = ['ES-19', 'Patching within agreed deadlines', 'Correctifs dans les délais convenus']

/** Tenable Vulnerability Management, vulnerability export (`/vulns/export`), as of its reference of 2026. */
export const definition = {
  identifier: 'TENABLE',
  kind: 'VULNERABILITY',
  mark: 'TN',
  name: { en: 'Tenable Vulnerability Management', fr: 'Tenable Vulnerability Management' },
  description: {
    en: 'Vulnerabilities of devices, found again or fixed, and how long critical ones stay.',
    fr: 'Les vulnérabilités des appareils, réapparues ou corrigées, et le temps que durent les critiques.',
  },
  api: 'Tenable VM API, export v1',
  fields: [
    { name: 'access_key', type: 'password', label: { en: 'Access key', fr: 'Clé d’accès' }, required: true },
    { name: 'secret_key', type: 'password', label: { en: 'Secret key', fr: 'Clé secrète' }, required: true },
    baseUrl('https://cloud.tenable.com'),
    {
      name: 'unlicensed',
      type: 'choice',
      label: { en: 'Assets without a licence', fr: 'Actifs sans licence' },
      hint: { en: 'Tenable leaves them out unless asked', fr: 'Tenable les laisse de côté si on ne les demande pas' },
      required: true,
      initial: 'no',
      choices: [
        { value: 'no', label: { en: 'Left out', fr: 'Laissés de côté' } },
        { value: 'yes', label: { en: 'Included', fr: 'Compris' } },
      ],
    },
  ],
  reads: [
    {
      what: {
        en: 'Vulnerabilities of low to critical severity (Basic role, access to the assets)',
        fr: 'Vulnérabilités de gravité faible à critique (rôle Basic, accès aux actifs)',
      },
      why: { en: 'To handle them as gaps and to measure patching', fr: 'Pour les traiter comme des écarts et mesurer l’application des correctifs' },
    },
  ],
  never: {
    en: 'No output of plugins, no credentials of scans, nothing informational.',
    fr: 'Ni sortie des plugins, ni identifiants des analyses, ni constat informatif.',
  },
  produces: ['metrics', 'issues'],
  metrics: [
    {
      key: 'open_vulnerabilities',
      name: { en: 'Open vulnerabilities', fr: 'Vulnérabilités ouvertes' },
      description: { en: 'Open and reopened ones, of one severity or of all.', fr: 'Ouvertes et réapparues, d’une gravité ou de toutes.' },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: patching,
      parameters: [severityParameter],
    },
    {
      key: 'late_vulnerabilities',
      name: { en: 'Vulnerabilities that stay too long', fr: 'Vulnérabilités qui durent' },
      description: {
        en: 'Open for more than that many days, of one severity or of all.',
        fr: 'Ouvertes depuis plus de tant de jours, d’une gravité ou de toutes.',
      },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: patching,
      parameters: [severityParameter, { name: 'days', type: 'number', label: { en: 'Days', fr: 'Jours' }, required: true, initial: 30 }],
    },
    {
      key: 'fixed_vulnerabilities',
      name: { en: 'Vulnerabilities fixed in 30 days', fr: 'Vulnérabilités corrigées en 30 jours' },
      description: { en: 'Fixed within the last 30 days.', fr: 'Corrigées au cours des 30 derniers jours.' },
      unit: 'NUMBER',
      better: 'HIGHER',
      measures: patching,
    },
  ],
  needsWorker: false,
} as const satisfies Definition
