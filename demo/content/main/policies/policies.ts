import type { Policy } from '#demo/content/types.ts'
import { isoOrganizational1 } from './iso-organizational-1.ts'
import { isoOrganizational2 } from './iso-organizational-2.ts'
import { isoPeoplePhysical } from './iso-people-physical.ts'
import { isoTechnological1 } from './iso-technological-1.ts'
import { isoTechnological2 } from './iso-technological-2.ts'
import { nis2 } from './nis2.ts'
import { house } from './house.ts'

/** The policies, in the order in which people see them. */
export const policies: readonly Policy[] = [
  {
    key: 'iso',
    identifier: 'ISO27001',
    name: {
      en: 'Information security controls (ISO/IEC 27001:2022, Annex A)',
      fr: 'Mesures de sécurité de l’information (ISO/IEC 27001:2022, annexe A)',
    },
    description: {
      en: 'The 93 controls of the annex by their reference and title, each explained in our own words.',
      fr: 'Les 93 mesures de l’annexe, par leur référence et leur titre, chacune expliquée avec nos mots.',
    },
    groups: [
      { identifier: 'A.5', name: { en: 'Organizational controls', fr: 'Mesures organisationnelles' } },
      { identifier: 'A.6', name: { en: 'People controls', fr: 'Mesures liées aux personnes' } },
      { identifier: 'A.7', name: { en: 'Physical controls', fr: 'Mesures physiques' } },
      { identifier: 'A.8', name: { en: 'Technological controls', fr: 'Mesures technologiques' } },
    ],
    requirements: [...isoOrganizational1, ...isoOrganizational2, ...isoPeoplePhysical, ...isoTechnological1, ...isoTechnological2],
  },
  {
    key: 'nis2',
    identifier: 'NIS2',
    name: {
      en: 'Cybersecurity duties of NIS 2 entities (Directive (EU) 2022/2555)',
      fr: 'Obligations de cybersécurité des entités NIS 2 (directive (UE) 2022/2555)',
    },
    description: {
      en: 'Governance, risk-management measures and reporting, told in our own words with the articles they come from.',
      fr: 'Gouvernance, mesures de gestion des risques et notification, dites avec nos mots et rattachées à leurs articles.',
    },
    groups: [
      { identifier: 'GOV', name: { en: 'Governance and registration', fr: 'Gouvernance et enregistrement' } },
      { identifier: 'RISK', name: { en: 'Risk-management measures', fr: 'Mesures de gestion des risques' } },
      { identifier: 'REP', name: { en: 'Reporting of incidents', fr: 'Notification des incidents' } },
    ],
    requirements: nis2,
  },
  {
    key: 'house',
    identifier: 'RULES',
    name: { en: 'Tessandre rules for plants and digital hygiene', fr: 'Règles Tessandre pour les usines et l’hygiène numérique' },
    description: {
      en: 'Twenty-six rules that every plant and subsidiary applies, whatever else it must comply with.',
      fr: 'Vingt-six règles que chaque usine et filiale applique, quelles que soient ses autres obligations.',
    },
    groups: [
      { identifier: 'ORG', name: { en: 'Organisation and people', fr: 'Organisation et personnes' } },
      { identifier: 'ACC', name: { en: 'Accounts and access', fr: 'Comptes et accès' } },
      { identifier: 'NET', name: { en: 'Networks', fr: 'Réseaux' } },
      { identifier: 'SYS', name: { en: 'Computers and media', fr: 'Ordinateurs et supports' } },
      { identifier: 'IND', name: { en: 'Workshops and controllers', fr: 'Ateliers et automates' } },
      { identifier: 'RES', name: { en: 'Resilience', fr: 'Résilience' } },
    ],
    requirements: house,
  },
]
