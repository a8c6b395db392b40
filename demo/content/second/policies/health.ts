import type { Requirement } from '#demo/content/types.ts'

/** Rules of a publisher that handles health data. */
export const health: readonly Requirement[] = [
  {
    identifier: 'GOV.1',
    group: 'GOV',
    name: { en: 'Security policy adopted by management', fr: 'Politique de sécurité adoptée par la direction' },
    description: {
      en: 'A short policy names who decides and what is never negotiated.',
      fr: 'Une politique courte dit qui décide et ce qui ne se négocie jamais.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'GOV.2',
    group: 'GOV',
    name: { en: 'Yearly analysis of risks to patients', fr: 'Analyse annuelle des risques pour les patients' },
    description: {
      en: 'What a leak or a wrong round would do to a patient guides priorities.',
      fr: 'Ce qu’une fuite ou une tournée erronée ferait à un patient guide les priorités.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'GOV.3',
    group: 'GOV',
    name: { en: 'Everyone trained on health data', fr: 'Chacun formé aux données de santé' },
    description: {
      en: 'Training on arrival and every year, trainees included.',
      fr: 'Formation à l’arrivée puis chaque année, stagiaires compris.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'DAT.1',
    group: 'DAT',
    name: { en: 'Health data kept with a certified host', fr: 'Données de santé chez un hébergeur certifié' },
    description: { en: 'No copy elsewhere, even for support.', fr: 'Aucune copie ailleurs, même pour le support.' },
    weight: 3,
    level: 1,
  },
  {
    identifier: 'DAT.2',
    group: 'DAT',
    name: { en: 'Health data encrypted at rest and in transit', fr: 'Données de santé chiffrées au repos et en transit' },
    description: { en: 'Keys are kept apart from the data.', fr: 'Les clés sont conservées à part des données.' },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'DAT.3',
    group: 'DAT',
    name: { en: 'No real data in tests', fr: 'Aucune donnée réelle dans les tests' },
    description: {
      en: 'Made-up patients are used everywhere outside production.',
      fr: 'Des patients fictifs sont utilisés partout hors production.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'DAT.4',
    group: 'DAT',
    name: { en: 'Data erased at the end of contract', fr: 'Données effacées en fin de contrat' },
    description: {
      en: 'Returned to the customer, then erased within thirty days.',
      fr: 'Restituées au client, puis effacées sous trente jours.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'ACC.1',
    group: 'ACC',
    name: { en: 'Strong authentication of caregivers', fr: 'Authentification forte des soignants' },
    description: {
      en: 'Professional card or second factor on the phone.',
      fr: 'Carte professionnelle ou second facteur sur le téléphone.',
    },
    weight: 3,
    level: 1,
  },
  {
    identifier: 'ACC.2',
    group: 'ACC',
    name: { en: 'Support access opened by the customer', fr: 'Accès du support ouvert par le client' },
    description: {
      en: 'For a given case, for a limited time, with a trace.',
      fr: 'Pour un dossier donné, une durée limitée, avec une trace.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'ACC.3',
    group: 'ACC',
    name: { en: 'Access to records traced', fr: 'Accès aux dossiers tracés' },
    description: { en: 'The patient can know who opened their record.', fr: 'Le patient peut savoir qui a ouvert son dossier.' },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'DEV.1',
    group: 'DEV',
    name: { en: 'Changes reviewed by a second person', fr: 'Changements relus par une seconde personne' },
    description: {
      en: 'Including urgent ones, the day after at the latest.',
      fr: 'Y compris les urgences, au plus tard le lendemain.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'DEV.2',
    group: 'DEV',
    name: { en: 'Vulnerable components updated in time', fr: 'Composants vulnérables mis à jour à temps' },
    description: { en: 'Critical ones within five days.', fr: 'Les critiques sous cinq jours.' },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'DEV.3',
    group: 'DEV',
    name: { en: 'Penetration test of each major version', fr: 'Test d’intrusion de chaque version majeure' },
    description: {
      en: 'By an outside team, with the report available to customers.',
      fr: 'Par une équipe extérieure, rapport à disposition des clients.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'RES.1',
    group: 'RES',
    name: { en: 'Rounds available without network', fr: 'Tournées disponibles sans réseau' },
    description: {
      en: 'The caregiver sees the rounds of the day even if the service is down.',
      fr: 'Le soignant voit sa tournée du jour même si le service est arrêté.',
    },
    weight: 3,
    level: 1,
  },
  {
    identifier: 'RES.2',
    group: 'RES',
    name: { en: 'Restoration proven every quarter', fr: 'Restauration prouvée chaque trimestre' },
    description: {
      en: 'With the time measured and compared with the promise.',
      fr: 'En mesurant la durée et en la comparant à l’engagement.',
    },
    weight: 2,
    level: 1,
  },
]
