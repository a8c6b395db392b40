import type { Requirement } from '#demo/content/types.ts'

/** From suppliers to procedures: A.5.20 to A.5.37. */
export const isoOrganizational2: readonly Requirement[] = [
  {
    identifier: 'A.5.20',
    group: 'A.5',
    name: {
      en: 'Addressing information security within supplier agreements',
      fr: 'Prise en compte de la sécurité dans les accords conclus avec les fournisseurs',
    },
    description: {
      en: 'Contracts carry security clauses in proportion to what is entrusted.',
      fr: 'Les contrats comportent des clauses de sécurité proportionnées à ce qui est confié.',
    },
    weight: 2,
    level: 2,
  },
  {
    identifier: 'A.5.21',
    group: 'A.5',
    name: {
      en: 'Managing information security in the ICT supply chain',
      fr: 'Gestion de la sécurité dans la chaîne d’approvisionnement TIC',
    },
    description: {
      en: 'Requirements also reach the suppliers’ own suppliers of software and equipment.',
      fr: 'Les exigences s’étendent aux sous-traitants de logiciels et d’équipements de nos fournisseurs.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.5.22',
    group: 'A.5',
    name: {
      en: 'Monitoring, review and change management of supplier services',
      fr: 'Surveillance, révision et gestion des changements des services fournisseurs',
    },
    description: {
      en: 'Services received are reviewed, and changes by suppliers are assessed before they apply.',
      fr: 'Les services reçus sont revus et les changements des fournisseurs évalués avant leur application.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.23',
    group: 'A.5',
    name: {
      en: 'Information security for use of cloud services',
      fr: 'Sécurité de l’information dans l’utilisation de services en nuage',
    },
    description: {
      en: 'Cloud services are chosen, configured, followed and left according to rules.',
      fr: 'Les services en nuage sont choisis, configurés, suivis et quittés selon des règles.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.24',
    group: 'A.5',
    name: {
      en: 'Information security incident management planning and preparation',
      fr: 'Planification et préparation de la gestion des incidents',
    },
    description: {
      en: 'Roles, means and procedures for incidents are ready before they happen.',
      fr: 'Les rôles, moyens et procédures d’incident sont prêts avant que l’incident survienne.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.25',
    group: 'A.5',
    name: {
      en: 'Assessment and decision on information security events',
      fr: 'Évaluation des événements de sécurité et prise de décision',
    },
    description: {
      en: 'Each event is assessed against criteria that tell whether it is an incident.',
      fr: 'Chaque événement est évalué selon des critères qui disent s’il s’agit d’un incident.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.26',
    group: 'A.5',
    name: { en: 'Response to information security incidents', fr: 'Réponse aux incidents de sécurité de l’information' },
    description: {
      en: 'Incidents are contained, removed and followed according to the prepared procedures.',
      fr: 'Les incidents sont contenus, éliminés et suivis selon les procédures prévues.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.27',
    group: 'A.5',
    name: { en: 'Learning from information security incidents', fr: 'Enseignements tirés des incidents de sécurité' },
    description: {
      en: 'What an incident taught is turned into changes that are followed to the end.',
      fr: 'Ce qu’un incident a appris se traduit en changements suivis jusqu’à leur terme.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.5.28',
    group: 'A.5',
    name: { en: 'Collection of evidence', fr: 'Collecte de preuves' },
    description: {
      en: 'Evidence is gathered and kept so that it can be used in court or in a dispute.',
      fr: 'Les preuves sont recueillies et conservées de façon à pouvoir servir en justice ou en cas de litige.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.5.29',
    group: 'A.5',
    name: { en: 'Information security during disruption', fr: 'Sécurité de l’information durant une perturbation' },
    description: {
      en: 'Protection does not fall when the organisation works in degraded mode.',
      fr: 'La protection ne disparaît pas quand l’organisme fonctionne en mode dégradé.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.5.30',
    group: 'A.5',
    name: { en: 'ICT readiness for business continuity', fr: 'Préparation des TIC pour la continuité d’activité' },
    description: {
      en: 'Systems can be restarted within the time that the business needs, and this is tested.',
      fr: 'Les systèmes peuvent redémarrer dans les délais attendus par les métiers, et cela se vérifie.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.31',
    group: 'A.5',
    name: {
      en: 'Legal, statutory, regulatory and contractual requirements',
      fr: 'Exigences légales, statutaires, réglementaires et contractuelles',
    },
    description: {
      en: 'Obligations that bear on security are listed, with who follows them and how.',
      fr: 'Les obligations touchant à la sécurité sont recensées, avec qui les suit et comment.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.32',
    group: 'A.5',
    name: { en: 'Intellectual property rights', fr: 'Droits de propriété intellectuelle' },
    description: {
      en: 'Licences and rights of third parties are respected, and our own are protected.',
      fr: 'Les licences et droits des tiers sont respectés, et les nôtres protégés.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.5.33',
    group: 'A.5',
    name: { en: 'Protection of records', fr: 'Protection des enregistrements' },
    description: {
      en: 'Records that must be kept stay intact, readable and out of reach for the required time.',
      fr: 'Les documents à conserver restent intègres, lisibles et protégés pendant la durée requise.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.5.34',
    group: 'A.5',
    name: { en: 'Privacy and protection of PII', fr: 'Protection de la vie privée et des données à caractère personnel' },
    description: {
      en: 'Personal data is handled as the law and our commitments require.',
      fr: 'Les données personnelles sont traitées comme la loi et nos engagements l’exigent.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.5.35',
    group: 'A.5',
    name: { en: 'Independent review of information security', fr: 'Revue indépendante de la sécurité de l’information' },
    description: {
      en: 'Someone independent examines how security is managed, at planned intervals.',
      fr: 'Une personne indépendante examine la gestion de la sécurité à intervalles prévus.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.36',
    group: 'A.5',
    name: {
      en: 'Compliance with policies, rules and standards for information security',
      fr: 'Conformité aux politiques, règles et normes de sécurité',
    },
    description: {
      en: 'Managers check that the rules are applied in what they are responsible for.',
      fr: 'Les responsables vérifient que les règles sont appliquées dans leur domaine.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.5.37',
    group: 'A.5',
    name: { en: 'Documented operating procedures', fr: 'Procédures d’exploitation documentées' },
    description: {
      en: 'Those who run systems find up-to-date procedures when they need them.',
      fr: 'Ceux qui exploitent les systèmes trouvent des procédures à jour quand ils en ont besoin.',
    },
    weight: 1,
    level: 2,
  },
]
