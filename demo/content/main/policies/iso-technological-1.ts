import type { Requirement } from '#demo/content/types.ts'

/** A.8.1 to A.8.17. */
export const isoTechnological1: readonly Requirement[] = [
  {
    identifier: 'A.8.1',
    group: 'A.8',
    name: { en: 'User endpoint devices', fr: 'Terminaux utilisateurs' },
    description: {
      en: 'Workstations, tablets and phones are managed and protected.',
      fr: 'Postes, tablettes et téléphones sont administrés et protégés.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.2',
    group: 'A.8',
    name: { en: 'Privileged access rights', fr: 'Droits d’accès privilégiés' },
    description: {
      en: 'Administration rights are few, personal and watched.',
      fr: 'Les droits d’administration sont rares, nominatifs et surveillés.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.3',
    group: 'A.8',
    name: { en: 'Information access restriction', fr: 'Restriction d’accès aux informations' },
    description: {
      en: 'Applications and shares show each person only what they need.',
      fr: 'Applications et partages ne montrent à chacun que ce dont il a besoin.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.8.4',
    group: 'A.8',
    name: { en: 'Access to source code', fr: 'Accès aux codes source' },
    description: {
      en: 'Reading and changing source code is limited and traced.',
      fr: 'La lecture et la modification du code source sont limitées et tracées.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.5',
    group: 'A.8',
    name: { en: 'Secure authentication', fr: 'Authentification sécurisée' },
    description: {
      en: 'The strength of sign-in matches what is at stake.',
      fr: 'La robustesse de l’authentification correspond à l’enjeu.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.6',
    group: 'A.8',
    name: { en: 'Capacity management', fr: 'Dimensionnement' },
    description: {
      en: 'Resources are followed and adjusted before they run out.',
      fr: 'Les ressources sont suivies et ajustées avant saturation.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.7',
    group: 'A.8',
    name: { en: 'Protection against malware', fr: 'Protection contre les programmes malveillants' },
    description: {
      en: 'Malicious code is prevented, detected and removed everywhere it can run.',
      fr: 'Les codes malveillants sont empêchés, détectés et éliminés partout où ils peuvent s’exécuter.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.8',
    group: 'A.8',
    name: { en: 'Management of technical vulnerabilities', fr: 'Gestion des vulnérabilités techniques' },
    description: {
      en: 'Vulnerabilities are known, ranked and dealt with in time.',
      fr: 'Les vulnérabilités sont connues, hiérarchisées et traitées à temps.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.9',
    group: 'A.8',
    name: { en: 'Configuration management', fr: 'Gestion des configurations' },
    description: {
      en: 'Systems follow a reference configuration and deviations are noticed.',
      fr: 'Les systèmes suivent une configuration de référence et les écarts sont détectés.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.8.10',
    group: 'A.8',
    name: { en: 'Information deletion', fr: 'Suppression des informations' },
    description: {
      en: 'What is no longer needed is deleted, everywhere it was kept.',
      fr: 'Ce qui n’est plus nécessaire est supprimé, partout où il était conservé.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.8.11',
    group: 'A.8',
    name: { en: 'Data masking', fr: 'Masquage des données' },
    description: {
      en: 'Personal and sensitive data is masked where the real values are not needed.',
      fr: 'Les données personnelles et sensibles sont masquées quand les valeurs réelles sont inutiles.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.12',
    group: 'A.8',
    name: { en: 'Data leakage prevention', fr: 'Prévention de la fuite de données' },
    description: {
      en: 'Channels through which sensitive data could leave are controlled.',
      fr: 'Les canaux par lesquels des données sensibles pourraient sortir sont maîtrisés.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.13',
    group: 'A.8',
    name: { en: 'Information backup', fr: 'Sauvegarde des informations' },
    description: {
      en: 'Back-ups are made, kept apart and can be restored.',
      fr: 'Des sauvegardes sont faites, conservées à part et restaurables.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.14',
    group: 'A.8',
    name: { en: 'Redundancy of information processing facilities', fr: 'Redondance des moyens de traitement' },
    description: {
      en: 'Critical processing has spare capacity elsewhere.',
      fr: 'Les traitements critiques disposent d’une capacité de secours ailleurs.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.8.15',
    group: 'A.8',
    name: { en: 'Logging', fr: 'Journalisation' },
    description: {
      en: 'Useful events are recorded, protected and kept long enough.',
      fr: 'Les événements utiles sont enregistrés, protégés et conservés assez longtemps.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.8.16',
    group: 'A.8',
    name: { en: 'Monitoring activities', fr: 'Activités de surveillance' },
    description: {
      en: 'Abnormal behaviour is looked for and leads to a reaction.',
      fr: 'Les comportements anormaux sont recherchés et déclenchent une réaction.',
    },
    weight: 2,
    level: 2,
  },
  {
    identifier: 'A.8.17',
    group: 'A.8',
    name: { en: 'Clock synchronization', fr: 'Synchronisation des horloges' },
    description: {
      en: 'All systems share the same trusted time.',
      fr: 'Tous les systèmes partagent la même heure de référence.',
    },
    weight: 1,
    level: 2,
  },
]
