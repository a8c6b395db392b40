import type { Application, NotApplicable } from '#demo/content/types.ts'

/** Which policies bind which perimeters, since when and how far. */
export const applications: readonly Application[] = [
  { policy: 'iso', perimeter: 'group', weight: 100, level: 3, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'head-office', weight: 100, level: 3, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'it', weight: 100, level: 3, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'lab', weight: 80, level: 2, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'deutschland', weight: 80, level: 2, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'hr', weight: 80, level: 1, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'italia', weight: 80, level: 1, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'saint-etienne', weight: 50, level: 1, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'gent', weight: 50, level: 1, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'zaragoza', weight: 50, level: 1, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'brno', weight: 50, level: 1, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'katowice', weight: 50, level: 1, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'linz', weight: 50, level: 1, since: { daysAgo: 730 } },
  { policy: 'iso', perimeter: 'aquilor', weight: 80, level: 1, since: { daysAgo: 400 } },
  { policy: 'nis2', perimeter: 'group', weight: 100, level: 2, since: { daysAgo: 480 } },
  { policy: 'nis2', perimeter: 'head-office', weight: 100, level: 2, since: { daysAgo: 480 } },
  { policy: 'nis2', perimeter: 'deutschland', weight: 100, level: 2, since: { daysAgo: 480 } },
  { policy: 'nis2', perimeter: 'italia', weight: 100, level: 2, since: { daysAgo: 480 } },
  { policy: 'nis2', perimeter: 'aquilor', weight: 60, level: 1, since: { daysAgo: 240 } },
  { policy: 'house', perimeter: 'saint-etienne', weight: 100, level: 2, since: { daysAgo: 600 } },
  { policy: 'house', perimeter: 'gent', weight: 100, level: 2, since: { daysAgo: 600 } },
  { policy: 'house', perimeter: 'zaragoza', weight: 100, level: 2, since: { daysAgo: 600 } },
  { policy: 'house', perimeter: 'brno', weight: 100, level: 2, since: { daysAgo: 600 } },
  { policy: 'house', perimeter: 'katowice', weight: 100, level: 2, since: { daysAgo: 600 } },
  { policy: 'house', perimeter: 'linz', weight: 100, level: 2, since: { daysAgo: 600 } },
  { policy: 'house', perimeter: 'lab', weight: 40, level: 1, since: { daysAgo: 600 } },
  { policy: 'house', perimeter: 'deutschland', weight: 40, level: 1, since: { daysAgo: 600 } },
  { policy: 'house', perimeter: 'italia', weight: 40, level: 1, since: { daysAgo: 600 } },
  { policy: 'house', perimeter: 'aquilor', weight: 20, level: 1, since: { daysAgo: 400 } },
]

/** Requirements left out, as they appear in the statements of applicability. */
export const notApplicable: readonly NotApplicable[] = [
  {
    perimeter: 'group',
    policy: 'iso',
    requirement: 'A.7.6',
    author: 'claire',
    since: { daysAgo: 410 },
    justification: {
      en: 'The holding company has no premises of its own: its four employees work in the head office, which answers this requirement.',
      fr: 'La société de tête n’a pas de locaux propres : ses quatre salariés travaillent au siège, qui répond à cette exigence.',
    },
  },
  {
    perimeter: 'group',
    policy: 'iso',
    requirement: 'A.8.4',
    author: 'claire',
    since: { daysAgo: 410 },
    justification: {
      en: 'The holding company owns no source code; all of it belongs to the laboratory and to the IT department.',
      fr: 'La société de tête ne détient aucun code source ; tout appartient au laboratoire et à la direction informatique.',
    },
  },
  {
    perimeter: 'head-office',
    policy: 'iso',
    requirement: 'A.8.28',
    author: 'claire',
    since: { daysAgo: 395 },
    justification: {
      en: 'No software is written at head office. Spreadsheets with macros are covered by the charter.',
      fr: 'Aucun logiciel n’est écrit au siège. Les tableurs à macros relèvent de la charte.',
    },
  },
  {
    perimeter: 'head-office',
    policy: 'iso',
    requirement: 'A.8.30',
    author: 'claire',
    since: { daysAgo: 395 },
    justification: {
      en: 'No development is ordered by head office departments since purchases go through the IT department.',
      fr: 'Aucun développement n’est commandé par les services du siège depuis que ces achats passent par la direction informatique.',
    },
  },
  {
    perimeter: 'it',
    policy: 'iso',
    requirement: 'A.8.30',
    author: 'nadia',
    since: { daysAgo: 180 },
    justification: {
      en: 'The last outsourced development ended with the order portal; new ones are run by the laboratory.',
      fr: 'Le dernier développement externalisé s’est achevé avec le portail de commande ; les nouveaux sont conduits par le laboratoire.',
    },
  },
  {
    perimeter: 'italia',
    policy: 'house',
    requirement: 'IND.1',
    author: 'claire',
    since: { daysAgo: 290 },
    justification: {
      en: 'Sales and repair company: no programmable controller in service, only customers’ equipment on test benches.',
      fr: 'Société de vente et de réparation : aucun automate en service, seulement des équipements de clients sur bancs d’essai.',
    },
  },
  {
    perimeter: 'italia',
    policy: 'house',
    requirement: 'IND.4',
    author: 'claire',
    since: { daysAgo: 290 },
    justification: {
      en: 'No safety function on the premises of Bologna, confirmed during the visit of the safety engineer.',
      fr: 'Aucune fonction de sûreté dans les locaux de Bologne, point confirmé lors de la visite de l’ingénieur sûreté.',
    },
  },
  {
    perimeter: 'deutschland',
    policy: 'house',
    requirement: 'IND.4',
    author: 'sabine',
    since: { daysAgo: 275 },
    justification: {
      en: 'Manual assembly only. The two presses have hard-wired light curtains without any programmable safety controller.',
      fr: 'Assemblage manuel uniquement. Les deux presses ont des barrières immatérielles câblées, sans automate de sûreté programmable.',
    },
  },
  {
    perimeter: 'lab',
    policy: 'house',
    requirement: 'RES.3',
    author: 'claire',
    since: { daysAgo: 330 },
    justification: {
      en: 'The laboratory neither makes nor ships: a stop of two days has no effect on customers.',
      fr: 'Le laboratoire ne produit ni n’expédie : deux jours d’arrêt sont sans effet pour les clients.',
    },
  },
  {
    perimeter: 'aquilor',
    policy: 'house',
    requirement: 'IND.4',
    author: 'claire',
    since: { daysAgo: 205 },
    justification: {
      en: 'Filter cartridges are wound on stand-alone machines; the risk analysis found no safety function that can be programmed.',
      fr: 'Les cartouches filtrantes sont bobinées sur des machines autonomes ; l’analyse de risques n’a relevé aucune fonction de sûreté programmable.',
    },
  },
  {
    perimeter: 'katowice',
    policy: 'iso',
    requirement: 'A.5.23',
    author: 'tomas',
    since: { daysAgo: 150 },
    justification: {
      en: 'The site subscribes to no cloud service; those it uses are contracted and followed by the IT department.',
      fr: 'Le site ne souscrit aucun service en nuage ; ceux qu’il utilise sont contractés et suivis par la direction informatique.',
    },
  },
]
