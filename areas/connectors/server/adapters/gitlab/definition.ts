import type { Definition } from '#areas/connectors/server/adapters/adapter.ts'
import { baseUrl } from '#areas/connectors/server/adapters/fields.ts'
import { severityParameter } from '#areas/connectors/server/adapters/severity.ts'

/** GitLab as of 18: vulnerabilities by GraphQL, since those of REST v4 are on their way out; projects and protected branches by REST v4. */
export const definition = {
  identifier: 'GITLAB',
  kind: 'VULNERABILITY',
  mark: 'GL',
  name: { en: 'GitLab', fr: 'GitLab' },
  description: {
    en: 'Vulnerabilities of code and dependencies, and whether default branches are protected.',
    fr: 'Les vulnérabilités du code et des dépendances, et la protection des branches par défaut.',
  },
  api: 'GitLab GraphQL, REST v4',
  fields: [
    {
      name: 'group',
      type: 'text',
      label: { en: 'Group', fr: 'Groupe' },
      hint: { en: 'Its full path, such as acme/shop', fr: 'Son chemin complet, par exemple acme/shop' },
      required: true,
    },
    {
      name: 'token',
      type: 'password',
      label: { en: 'Access token', fr: 'Jeton d’accès' },
      hint: { en: 'Of the group, with read_api and the role Developer or higher', fr: 'Du groupe, avec read_api et le rôle Developer ou supérieur' },
      required: true,
    },
    baseUrl('https://gitlab.com'),
  ],
  reads: [
    {
      what: { en: 'Vulnerabilities of the group’s projects (GitLab Ultimate)', fr: 'Vulnérabilités des projets du groupe (GitLab Ultimate)' },
      why: { en: 'To handle them as gaps and to measure patching', fr: 'Pour les traiter comme des écarts et mesurer l’application des correctifs' },
    },
    {
      what: { en: 'Projects and their protected branches', fr: 'Projets et leurs branches protégées' },
      why: { en: 'To tell whether changes are reviewed before they count', fr: 'Pour dire si les modifications sont relues avant de compter' },
    },
  ],
  never: { en: 'No code. Of a vulnerability, its rule, file and line.', fr: 'Aucun code. D’une vulnérabilité, sa règle, son fichier et sa ligne.' },
  produces: ['metrics', 'issues'],
  metrics: [
    {
      key: 'code_vulnerabilities',
      name: { en: 'Open vulnerabilities of code and dependencies', fr: 'Vulnérabilités ouvertes du code et des dépendances' },
      description: { en: 'Of one severity or of all.', fr: 'D’une gravité ou de toutes.' },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-19', 'Patching within agreed deadlines', 'ES-03'],
      right: 'read_api',
      parameters: [severityParameter],
    },
    {
      key: 'protected_branches',
      name: { en: 'Protected default branches', fr: 'Branches par défaut protégées' },
      description: {
        en: 'Share of the projects that are neither archived nor empty whose default branch is protected, by its name or by a pattern.',
        fr: 'Part des projets, ni archivés ni vides, dont la branche par défaut est protégée, par son nom ou par un motif.',
      },
      unit: 'PERCENT',
      better: 'HIGHER',
      measures: ['ES-03', 'Security checkpoints in projects', 'ES-18'],
    },
  ],
  needsWorker: false,
} as const satisfies Definition
