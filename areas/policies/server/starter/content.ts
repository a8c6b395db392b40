import { organisationChapters } from './chapters-1.ts'
import { systemChapters } from './chapters-2.ts'
import { continuityModels } from './models-continuity.ts'
import { organisationModels } from './models-organisation.ts'
import { systemModels } from './models-systems.ts'
import type { FamilyKey, Text } from './types.ts'

export { risks } from './risks.ts'

/** The policy that comes with the product, in words of its own: of no norm and no publisher. */
export const essentials = {
  identifier: 'ESS',
  urn: 'urn:vigie:essentials',
  en: [
    'Security essentials',
    'Forty requirements that any organisation can start with, each answered by a ready measure model. Level 1 is what to do first; levels 2 and 3 follow.',
  ],
  fr: [
    'Essentiels de la sécurité',
    'Quarante exigences par lesquelles toute organisation peut commencer, chacune avec ses modèles de mesure prêts à l’emploi. Le niveau 1 est à traiter en premier ; les niveaux 2 et 3 suivent.',
  ],
} as const satisfies { readonly identifier: string; readonly urn: string; readonly en: Text; readonly fr: Text }

export const families: Readonly<Record<FamilyKey, { readonly en: string; readonly fr: string; readonly color: string }>> = {
  governance: { en: 'Governance', fr: 'Gouvernance', color: '#4c5bd4' },
  people: { en: 'People', fr: 'Facteur humain', color: '#b3478f' },
  assets: { en: 'Assets and premises', fr: 'Patrimoine et locaux', color: '#7a6a2f' },
  identity: { en: 'Identities and access', fr: 'Identités et accès', color: '#1f7a8c' },
  devices: { en: 'Devices and servers', fr: 'Postes et serveurs', color: '#2f7d4f' },
  network: { en: 'Network and mail', fr: 'Réseau et messagerie', color: '#3478c9' },
  data: { en: 'Data and backups', fr: 'Données et sauvegardes', color: '#8c5a2b' },
  detection: { en: 'Detection and response', fr: 'Détection et réponse', color: '#c0483c' },
  suppliers: { en: 'Suppliers and cloud', fr: 'Fournisseurs et nuage', color: '#6d5bb0' },
}

export const models = [...organisationModels, ...systemModels, ...continuityModels]
export const chapters = [...organisationChapters, ...systemChapters]
