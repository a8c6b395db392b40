import type { Requirement } from '#demo/content/types.ts'

/** A.8.18 to A.8.34. */
export const isoTechnological2: readonly Requirement[] = [
  {
    identifier: 'A.8.18',
    group: 'A.8',
    name: { en: 'Use of privileged utility programs', fr: 'Utilisation de programmes utilitaires à privilèges' },
    description: {
      en: 'Tools that bypass controls are restricted and traced.',
      fr: 'Les outils capables de contourner les contrôles sont restreints et tracés.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.19',
    group: 'A.8',
    name: {
      en: 'Installation of software on operational systems',
      fr: 'Installation de logiciels sur des systèmes opérationnels',
    },
    description: {
      en: 'Software reaches production systems only through a controlled path.',
      fr: 'Un logiciel n’atteint les systèmes en production que par un circuit maîtrisé.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.8.20',
    group: 'A.8',
    name: { en: 'Networks security', fr: 'Sécurité des réseaux' },
    description: {
      en: 'Networks and their equipment are managed, filtered and protected.',
      fr: 'Les réseaux et leurs équipements sont administrés, filtrés et protégés.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.21',
    group: 'A.8',
    name: { en: 'Security of network services', fr: 'Sécurité des services réseau' },
    description: {
      en: 'Network services have defined security levels, also when bought.',
      fr: 'Les services réseau ont des niveaux de sécurité définis, même lorsqu’ils sont achetés.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.8.22',
    group: 'A.8',
    name: { en: 'Segregation of networks', fr: 'Cloisonnement des réseaux' },
    description: {
      en: 'Groups of systems are separated according to what they expose.',
      fr: 'Les groupes de systèmes sont séparés selon leur exposition.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.23',
    group: 'A.8',
    name: { en: 'Web filtering', fr: 'Filtrage web' },
    description: { en: 'Access to dangerous sites is blocked.', fr: 'L’accès aux sites dangereux est bloqué.' },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.8.24',
    group: 'A.8',
    name: { en: 'Use of cryptography', fr: 'Utilisation de la cryptographie' },
    description: {
      en: 'Encryption and key management follow written rules.',
      fr: 'Le chiffrement et la gestion des clés suivent des règles écrites.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.8.25',
    group: 'A.8',
    name: { en: 'Secure development life cycle', fr: 'Cycle de développement sécurisé' },
    description: {
      en: 'Security rules accompany development from design to retirement.',
      fr: 'Des règles de sécurité accompagnent le développement de la conception au retrait.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.8.26',
    group: 'A.8',
    name: { en: 'Application security requirements', fr: 'Exigences de sécurité des applications' },
    description: {
      en: 'Applications are bought or built against stated security requirements.',
      fr: 'Les applications sont achetées ou développées selon des exigences de sécurité explicites.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.8.27',
    group: 'A.8',
    name: {
      en: 'Secure system architecture and engineering principles',
      fr: 'Principes d’architecture et d’ingénierie de systèmes sécurisés',
    },
    description: {
      en: 'Sound design principles are written and applied to every system.',
      fr: 'De bons principes de conception sont écrits et appliqués à chaque système.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.28',
    group: 'A.8',
    name: { en: 'Secure coding', fr: 'Codage sécurisé' },
    description: {
      en: 'Developers apply coding rules that avoid common weaknesses.',
      fr: 'Les développeurs appliquent des règles de codage qui évitent les faiblesses courantes.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.8.29',
    group: 'A.8',
    name: {
      en: 'Security testing in development and acceptance',
      fr: 'Tests de sécurité dans le développement et l’acceptation',
    },
    description: {
      en: 'Security is tested before a change is accepted.',
      fr: 'La sécurité est testée avant l’acceptation d’un changement.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.30',
    group: 'A.8',
    name: { en: 'Outsourced development', fr: 'Développement externalisé' },
    description: {
      en: 'Development by others is directed and checked.',
      fr: 'Le développement confié à des tiers est encadré et contrôlé.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.31',
    group: 'A.8',
    name: {
      en: 'Separation of development, test and production environments',
      fr: 'Séparation des environnements de développement, de test et de production',
    },
    description: {
      en: 'Development, test and production do not mix.',
      fr: 'Développement, test et production ne se mélangent pas.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.8.32',
    group: 'A.8',
    name: { en: 'Change management', fr: 'Gestion des changements' },
    description: {
      en: 'Changes are requested, assessed, approved and reversible.',
      fr: 'Les changements sont demandés, évalués, approuvés et réversibles.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.33',
    group: 'A.8',
    name: { en: 'Test information', fr: 'Informations de test' },
    description: {
      en: 'Data used in tests is chosen, protected and erased afterwards.',
      fr: 'Les données de test sont choisies, protégées puis effacées.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.34',
    group: 'A.8',
    name: {
      en: 'Protection of information systems during audit testing',
      fr: 'Protection des systèmes d’information pendant les tests d’audit',
    },
    description: {
      en: 'Audits and tests are agreed so as not to disturb operations.',
      fr: 'Audits et tests sont convenus de façon à ne pas perturber l’exploitation.',
    },
    weight: 1,
    level: 3,
  },
]
