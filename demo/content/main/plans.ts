import type { ActionPlan } from '#demo/content/types.ts'

/** The registers that hold actions. */
export const actionPlans: readonly ActionPlan[] = [
  {
    key: 'isms',
    identifier: 'ISMS',
    name: { en: 'Security roadmap', fr: 'Feuille de route sécurité' },
    description: {
      en: 'What the security policy asks of head office and shared functions, over three years.',
      fr: 'Ce que la politique de sécurité demande au siège et aux fonctions partagées, sur trois ans.',
    },
    perimeters: ['group'],
    people: ['nadia', 'etienne', 'paola', 'aurelie', 'julien'],
    userGroup: 'infra',
    budget: 400,
  },
  {
    key: 'nis2',
    identifier: 'NIS2',
    name: { en: 'NIS 2 programme', fr: 'Programme NIS 2' },
    description: {
      en: 'Registration, duties of directors, notifications and suppliers, entity by entity.',
      fr: 'Enregistrement, devoirs des dirigeants, notifications et fournisseurs, entité par entité.',
    },
    perimeters: ['group'],
    people: ['paola', 'sabine', 'nadia'],
    userGroup: null,
    budget: 110,
  },
  {
    key: 'plants',
    identifier: 'PLANTS',
    name: { en: 'Security of the plants', fr: 'Sécurité des usines' },
    description: {
      en: 'Boundary of workshops, controllers, remote maintenance and obsolescence of the six plants.',
      fr: 'Frontière des ateliers, automates, télémaintenance et obsolescence des six usines.',
    },
    perimeters: ['west', 'central', 'it'],
    people: ['tomas', 'marta', 'luc', 'agnieszka', 'nadia', 'julien'],
    userGroup: 'automation',
    budget: 520,
  },
  {
    key: 'audit',
    identifier: 'AUDIT',
    name: { en: 'Audit and test findings', fr: 'Constats d’audits et de tests' },
    description: {
      en: 'Everything that internal audit, statutory auditors and penetration tests asked for.',
      fr: 'Tout ce que l’audit interne, les commissaires aux comptes et les tests d’intrusion ont demandé.',
    },
    perimeters: ['group'],
    people: ['henrik', 'nadia', 'julien', 'aurelie', 'sabine', 'tomas', 'marta', 'etienne'],
    userGroup: 'infra',
    budget: 160,
  },
  {
    key: 'ransom',
    identifier: 'RANSOM',
    name: { en: 'Ransomware resilience', fr: 'Résilience aux rançongiciels' },
    description: {
      en: 'Strong authentication, detection, back-ups and recovery, decided after the attack on a competitor.',
      fr: 'Authentification forte, détection, sauvegardes et reprise, décidées après l’attaque d’un concurrent.',
    },
    perimeters: ['group'],
    people: ['nadia', 'julien', 'tomas', 'marta', 'sabine'],
    userGroup: 'correspondents',
    budget: 320,
  },
  {
    key: 'aquilor',
    identifier: 'AQUILOR',
    name: { en: 'Integration of Aquilor', fr: 'Intégration d’Aquilor' },
    description: {
      en: 'Bringing the acquired company to the group’s rules within two years.',
      fr: 'Amener la société acquise aux règles du groupe en deux ans.',
    },
    perimeters: ['aquilor'],
    people: ['nadia', 'julien', 'etienne', 'paola'],
    userGroup: 'infra',
    budget: 130,
  },
]
