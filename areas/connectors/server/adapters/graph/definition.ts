import type { Definition } from '#areas/connectors/server/adapters/adapter.ts'
import { microsoftFields } from '#areas/connectors/server/adapters/microsoft.ts'

const right = 'AuditLog.Read.All'

/** Microsoft Graph v1.0, as of its reference of 2026: secureScores, secureScoreControlProfiles, userRegistrationDetails, users with signInActivity. */
export const definition = {
  identifier: 'MSGRAPH',
  kind: 'DIRECTORY',
  mark: 'MG',
  name: { en: 'Microsoft 365 and Entra ID', fr: 'Microsoft 365 et Entra ID' },
  description: {
    en: 'The secure score with its controls, people without strong authentication, guests who no longer come.',
    fr: 'Le score de sécurité et ses contrôles, les personnes sans authentification forte, les invités qui ne viennent plus.',
  },
  api: 'Microsoft Graph v1.0',
  fields: microsoftFields('https://graph.microsoft.com/v1.0'),
  reads: [
    {
      what: { en: 'Secure score and its controls (SecurityEvents.Read.All)', fr: 'Score de sécurité et ses contrôles (SecurityEvents.Read.All)' },
      why: {
        en: 'To measure the settings of Microsoft 365 and tell what is left to do',
        fr: 'Pour mesurer les réglages de Microsoft 365 et dire ce qui reste à faire',
      },
    },
    {
      what: { en: `Report of authentication methods (${right})`, fr: `Rapport des méthodes d’authentification (${right})` },
      why: { en: 'To count people without strong authentication', fr: 'Pour compter les personnes sans authentification forte' },
    },
    {
      what: { en: `Guests and their last sign-in (User.Read.All, ${right})`, fr: `Invités et leur dernière connexion (User.Read.All, ${right})` },
      why: { en: 'To count guests who no longer come', fr: 'Pour compter les invités qui ne viennent plus' },
    },
  ],
  never: {
    en: 'Names and addresses of people are counted and not kept. No mail, no file.',
    fr: 'Les noms et adresses des personnes sont comptés, non conservés. Aucun courriel, aucun fichier.',
  },
  produces: ['metrics', 'issues'],
  metrics: [
    {
      key: 'secure_score',
      name: { en: 'Microsoft secure score', fr: 'Score de sécurité Microsoft' },
      description: { en: 'Points reached of those that can be.', fr: 'Points atteints sur ceux qui peuvent l’être.' },
      unit: 'PERCENT',
      better: 'HIGHER',
      measures: ['ES-11', 'Review of cloud settings', 'Revue des réglages du nuage'],
    },
    {
      key: 'secure_score_category',
      name: { en: 'Microsoft secure score of a category', fr: 'Score de sécurité Microsoft d’une catégorie' },
      description: { en: 'Points reached by the controls of one category.', fr: 'Points atteints par les contrôles d’une catégorie.' },
      unit: 'PERCENT',
      better: 'HIGHER',
      measures: ['ES-11', 'ES-18'],
      parameters: [
        {
          name: 'category',
          type: 'choice',
          label: { en: 'Category', fr: 'Catégorie' },
          required: true,
          initial: 'Identity',
          choices: [
            { value: 'Identity', label: { en: 'Identity', fr: 'Identité' } },
            { value: 'Data', label: { en: 'Data', fr: 'Données' } },
            { value: 'Device', label: { en: 'Devices', fr: 'Appareils' } },
            { value: 'Apps', label: { en: 'Applications', fr: 'Applications' } },
            { value: 'Infrastructure', label: { en: 'Infrastructure', fr: 'Infrastructure' } },
          ],
        },
      ],
    },
    {
      key: 'secure_score_control',
      name: { en: 'Control of the Microsoft secure score', fr: 'Contrôle du score de sécurité Microsoft' },
      description: { en: 'Points reached by one control.', fr: 'Points atteints par un contrôle.' },
      unit: 'PERCENT',
      better: 'HIGHER',
      measures: ['ES-11'],
      parameters: [
        {
          name: 'control',
          type: 'text',
          label: { en: 'Control', fr: 'Contrôle' },
          hint: { en: 'Such as AdminMFAV2', fr: 'Par exemple AdminMFAV2' },
          required: true,
        },
      ],
    },
    {
      key: 'people_without_mfa',
      name: { en: 'People without strong authentication', fr: 'Personnes sans authentification forte' },
      description: { en: 'Enabled members who have registered no second factor.', fr: 'Membres actifs qui n’ont enregistré aucun second facteur.' },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-13', 'Multi-factor authentication', 'Authentification multifacteur'],
      right,
    },
    {
      key: 'people_with_mfa',
      name: { en: 'People with strong authentication', fr: 'Personnes avec authentification forte' },
      description: {
        en: 'Share of the enabled members who have registered a second factor.',
        fr: 'Part des membres actifs qui ont enregistré un second facteur.',
      },
      unit: 'PERCENT',
      better: 'HIGHER',
      measures: ['ES-13', 'Multi-factor authentication', 'Authentification multifacteur'],
      right,
    },
    {
      key: 'admins_without_mfa',
      name: { en: 'Administrators without strong authentication', fr: 'Administrateurs sans authentification forte' },
      description: {
        en: 'Enabled accounts with a role of the directory that have registered no second factor.',
        fr: 'Comptes actifs dotés d’un rôle de l’annuaire qui n’ont enregistré aucun second facteur.',
      },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-13', 'ES-15', 'Separate accounts and stations for administration'],
      right,
    },
    {
      key: 'stale_guests',
      name: { en: 'Guests who no longer come', fr: 'Invités qui ne viennent plus' },
      description: {
        en: 'Enabled guests who have not signed in for that many days, or never since they were invited.',
        fr: 'Invités actifs qui ne se sont pas connectés depuis tant de jours, ou jamais depuis leur invitation.',
      },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-16', 'Review of access rights', 'Revue des droits d’accès'],
      right,
      parameters: [{ name: 'days', type: 'number', label: { en: 'Days', fr: 'Jours' }, required: true, initial: 90 }],
    },
  ],
  needsWorker: false,
} as const satisfies Definition
