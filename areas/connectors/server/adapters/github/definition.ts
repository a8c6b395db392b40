import type { Definition } from '#areas/connectors/server/adapters/adapter.ts'
import { baseUrl } from '#areas/connectors/server/adapters/fields.ts'
import { severityParameter } from '#areas/connectors/server/adapters/severity.ts'

/** GitHub REST API, version 2022-11-28 as of its reference of 2026: alerts of an organisation, branches, rules of a branch. */
export const definition = {
  identifier: 'GITHUB',
  kind: 'VULNERABILITY',
  mark: 'GH',
  name: { en: 'GitHub', fr: 'GitHub' },
  description: {
    en: 'Alerts of code scanning and of dependencies, and whether default branches are protected.',
    fr: 'Les alertes sur le code et sur les dépendances, et la protection des branches par défaut.',
  },
  api: 'GitHub REST 2022-11-28',
  fields: [
    { name: 'organisation', type: 'text', label: { en: 'Organisation', fr: 'Organisation' }, required: true },
    {
      name: 'token',
      type: 'password',
      label: { en: 'Access token', fr: 'Jeton d’accès' },
      hint: {
        en: 'Fine-grained, read only: Code scanning alerts, Dependabot alerts, Contents, Metadata',
        fr: 'À granularité fine, en lecture seule : Code scanning alerts, Dependabot alerts, Contents, Metadata',
      },
      required: true,
    },
    baseUrl('https://api.github.com', { en: 'Of an own server: https://HOST/api/v3', fr: 'D’un serveur à soi : https://HÔTE/api/v3' }),
  ],
  reads: [
    {
      what: { en: 'Alerts of code scanning (Code scanning alerts: read)', fr: 'Alertes sur le code (Code scanning alerts : lecture)' },
      why: { en: 'To handle them as gaps', fr: 'Pour les traiter comme des écarts' },
    },
    {
      what: { en: 'Alerts of dependencies (Dependabot alerts: read)', fr: 'Alertes sur les dépendances (Dependabot alerts : lecture)' },
      why: { en: 'To handle them as gaps and to measure patching', fr: 'Pour les traiter comme des écarts et mesurer l’application des correctifs' },
    },
    {
      what: {
        en: 'Repositories and the rules of their branches (Contents, Metadata: read)',
        fr: 'Dépôts et règles de leurs branches (Contents, Metadata : lecture)',
      },
      why: { en: 'To tell whether changes are reviewed before they count', fr: 'Pour dire si les modifications sont relues avant de compter' },
    },
  ],
  never: { en: 'No code. Of an alert, its rule, file and line.', fr: 'Aucun code. D’une alerte, sa règle, son fichier et sa ligne.' },
  produces: ['metrics', 'issues'],
  metrics: [
    {
      key: 'code_alerts',
      name: { en: 'Open alerts of code scanning', fr: 'Alertes ouvertes sur le code' },
      description: { en: 'Of one severity or of all.', fr: 'D’une gravité ou de toutes.' },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-03', 'Security checkpoints in projects', 'ES-25'],
      right: 'Code scanning alerts',
      parameters: [severityParameter],
    },
    {
      key: 'dependency_alerts',
      name: { en: 'Open alerts of dependencies', fr: 'Alertes ouvertes sur les dépendances' },
      description: { en: 'Of one severity or of all.', fr: 'D’une gravité ou de toutes.' },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-19', 'Patching within agreed deadlines'],
      right: 'Dependabot alerts',
      parameters: [severityParameter],
    },
    {
      key: 'protected_branches',
      name: { en: 'Protected branches', fr: 'Branches protégées' },
      description: {
        en: 'Share of the repositories that are neither archived nor empty whose branch is protected, by its own rule or by a ruleset that asks for a pull request.',
        fr: 'Part des dépôts, ni archivés ni vides, dont la branche est protégée, par sa propre règle ou par un ensemble de règles qui demande une pull request.',
      },
      unit: 'PERCENT',
      better: 'HIGHER',
      measures: ['ES-03', 'Security checkpoints in projects', 'ES-18'],
      parameters: [
        {
          name: 'branch',
          type: 'text',
          label: { en: 'Branch', fr: 'Branche' },
          hint: { en: 'Empty: the default branch of each', fr: 'Vide : la branche par défaut de chacun' },
          required: false,
        },
      ],
    },
  ],
  needsWorker: false,
} as const satisfies Definition
