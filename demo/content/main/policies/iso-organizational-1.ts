import type { Requirement } from '#demo/content/types.ts'

/** From the policies to the suppliers: A.5.1 to A.5.19. */
export const isoOrganizational1: readonly Requirement[] = [
  {
    identifier: 'A.5.1',
    group: 'A.5',
    name: { en: 'Policies for information security', fr: 'Politiques de sécurité de l’information' },
    description: {
      en: 'Management approves a short set of security policies, makes them known and reviews them when the context changes.',
      fr: 'La direction approuve un ensemble concis de politiques de sécurité, les fait connaître et les revoit quand le contexte change.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.2',
    group: 'A.5',
    name: {
      en: 'Information security roles and responsibilities',
      fr: 'Fonctions et responsabilités liées à la sécurité de l’information',
    },
    description: {
      en: 'Everyone who decides or acts on security knows what they answer for, and there is a deputy.',
      fr: 'Chaque personne qui décide ou agit en matière de sécurité sait de quoi elle répond et dispose d’un suppléant.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.3',
    group: 'A.5',
    name: { en: 'Segregation of duties', fr: 'Séparation des tâches' },
    description: {
      en: 'No one person can start, approve and hide a sensitive operation alone.',
      fr: 'Nul ne peut, seul, lancer, approuver et dissimuler une opération sensible.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.4',
    group: 'A.5',
    name: { en: 'Management responsibilities', fr: 'Responsabilités de la direction' },
    description: {
      en: 'Managers require their teams and contractors to apply the security rules.',
      fr: 'Les responsables exigent de leurs équipes et de leurs prestataires qu’ils appliquent les règles de sécurité.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.5.5',
    group: 'A.5',
    name: { en: 'Contact with authorities', fr: 'Contacts avec les autorités' },
    description: {
      en: 'The contacts of authorities are known, kept up to date and usable in an emergency.',
      fr: 'Les points de contact des autorités sont connus, tenus à jour et utilisables en urgence.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.6',
    group: 'A.5',
    name: { en: 'Contact with special interest groups', fr: 'Contacts avec des groupes d’intérêt spécifiques' },
    description: {
      en: 'The organisation takes part in professional circles that share warnings and practice.',
      fr: 'L’organisme participe à des cercles professionnels où s’échangent alertes et bonnes pratiques.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.5.7',
    group: 'A.5',
    name: { en: 'Threat intelligence', fr: 'Renseignement sur les menaces' },
    description: {
      en: 'Information on threats is collected, sorted and turned into decisions.',
      fr: 'Les informations sur les menaces sont recueillies, triées et traduites en décisions.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.8',
    group: 'A.5',
    name: { en: 'Information security in project management', fr: 'Sécurité de l’information dans la gestion de projet' },
    description: {
      en: 'Every project states its security needs and has them checked before going live.',
      fr: 'Chaque projet exprime ses besoins de sécurité et les fait vérifier avant la mise en production.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.5.9',
    group: 'A.5',
    name: {
      en: 'Inventory of information and other associated assets',
      fr: 'Inventaire des informations et autres actifs associés',
    },
    description: {
      en: 'Information, systems and their owners are listed in an inventory that matches the field.',
      fr: 'Les informations, les systèmes et leurs propriétaires figurent dans un inventaire conforme au terrain.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.10',
    group: 'A.5',
    name: {
      en: 'Acceptable use of information and other associated assets',
      fr: 'Utilisation correcte des informations et autres actifs associés',
    },
    description: {
      en: 'The rules for using equipment and information are written, accepted and applied.',
      fr: 'Les règles d’usage des équipements et des informations sont écrites, acceptées et appliquées.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.5.11',
    group: 'A.5',
    name: { en: 'Return of assets', fr: 'Restitution des actifs' },
    description: {
      en: 'People who leave give back equipment, badges, documents and access means.',
      fr: 'Les personnes qui partent rendent équipements, badges, documents et moyens d’accès.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.12',
    group: 'A.5',
    name: { en: 'Classification of information', fr: 'Classification des informations' },
    description: {
      en: 'Information is ranked by how much its disclosure, alteration or loss would cost.',
      fr: 'Les informations sont classées selon ce que coûterait leur divulgation, leur altération ou leur perte.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.5.13',
    group: 'A.5',
    name: { en: 'Labelling of information', fr: 'Marquage des informations' },
    description: {
      en: 'The classification of a document shows on it, whatever its medium.',
      fr: 'La classification d’un document est visible, quel que soit son support.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.5.14',
    group: 'A.5',
    name: { en: 'Information transfer', fr: 'Transfert des informations' },
    description: {
      en: 'Exchanges inside and outside follow rules and tools that suit the classification.',
      fr: 'Les échanges internes et externes suivent des règles et des outils adaptés à la classification.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.15',
    group: 'A.5',
    name: { en: 'Access control', fr: 'Contrôle d’accès' },
    description: {
      en: 'Access to systems and premises follows business need and least privilege.',
      fr: 'L’accès aux systèmes et aux locaux suit le besoin métier et le moindre privilège.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.16',
    group: 'A.5',
    name: { en: 'Identity management', fr: 'Gestion des identités' },
    description: {
      en: 'Each identity is created, changed and closed along the life of its holder.',
      fr: 'Chaque identité est créée, modifiée et fermée au fil du parcours de son titulaire.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.17',
    group: 'A.5',
    name: { en: 'Authentication information', fr: 'Informations d’authentification' },
    description: {
      en: 'Passwords, keys and tokens are issued, stored and renewed safely.',
      fr: 'Mots de passe, clés et jetons sont remis, conservés et renouvelés de façon sûre.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.18',
    group: 'A.5',
    name: { en: 'Access rights', fr: 'Droits d’accès' },
    description: {
      en: 'Rights are granted on request, reviewed at intervals and withdrawn without delay.',
      fr: 'Les droits sont accordés sur demande, revus périodiquement et retirés sans délai.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.19',
    group: 'A.5',
    name: {
      en: 'Information security in supplier relationships',
      fr: 'Sécurité de l’information dans les relations avec les fournisseurs',
    },
    description: {
      en: 'The risks brought by each supplier are known before the contract and followed after.',
      fr: 'Les risques apportés par chaque fournisseur sont connus avant le contrat et suivis ensuite.',
    },
    weight: 2,
    level: 1,
  },
]
