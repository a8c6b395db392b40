import { supplierPerimeters } from './supplier-perimeters.ts'
import type { Grouping, Perimeter } from '#demo/content/types.ts'

/** Parents before their children. */
export const perimeters: readonly Perimeter[] = [
  {
    key: 'group',
    identifier: 'GRP',
    name: { en: 'Tessandre Group', fr: 'Groupe Tessandre' },
    description: {
      en: 'Parent company of a maker of pumps, valves and filters for water and chemicals: 2,100 people in eight countries.',
      fr: 'Société mère d’un fabricant de pompes, vannes et filtres pour l’eau et la chimie : 2 100 personnes dans huit pays.',
    },
    type: 'INTERNAL',
    parent: null,
    weight: 100,
  },
  {
    key: 'head-office',
    identifier: 'HO',
    name: { en: 'Head office, Lyon', fr: 'Siège, Lyon' },
    description: {
      en: 'Executive management, finance, purchasing, sales and the functions shared by all entities.',
      fr: 'Direction générale, finance, achats, commerce et fonctions partagées par toutes les entités.',
    },
    type: 'INTERNAL',
    parent: 'group',
    weight: 100,
  },
  {
    key: 'it',
    identifier: 'IT',
    name: { en: 'IT department', fr: 'Direction informatique' },
    description: {
      en: 'Runs the directory, networks, servers and cloud services of the group.',
      fr: 'Exploite l’annuaire, les réseaux, les serveurs et les services en nuage du groupe.',
    },
    type: 'INTERNAL',
    parent: 'head-office',
    weight: 100,
  },
  {
    key: 'erp',
    identifier: 'ERP',
    name: { en: 'Orion, group ERP', fr: 'Orion, ERP du groupe' },
    description: {
      en: 'Finance, purchasing, stocks and orders for nine entities.',
      fr: 'Finance, achats, stocks et commandes de neuf entités.',
    },
    type: 'APPLICATION',
    parent: 'it',
    weight: 100,
  },
  {
    key: 'portal',
    identifier: 'PORTAL',
    name: { en: 'Customer order portal', fr: 'Portail de commande clients' },
    description: {
      en: 'Orders of spare parts and delivery tracking for eleven hundred customers.',
      fr: 'Commande de pièces de rechange et suivi de livraison pour onze cents clients.',
    },
    type: 'APPLICATION',
    parent: 'it',
    weight: 60,
  },
  {
    key: 'host',
    identifier: 'HOST',
    name: { en: 'Altacolo, hosting provider', fr: 'Altacolo, hébergeur' },
    description: {
      en: 'Hosts servers, the ERP and back-ups in two data centres.',
      fr: 'Héberge serveurs, ERP et sauvegardes dans deux centres de données.',
    },
    type: 'PROVIDER',
    parent: 'it',
    weight: 80,
  },
  {
    key: 'mssp',
    identifier: 'MSSP',
    name: { en: 'Vigilant Nord, managed security provider', fr: 'Vigilant Nord, prestataire de sécurité' },
    description: {
      en: 'Watches alerts day and night and leads the first hours of response.',
      fr: 'Surveille les alertes jour et nuit et conduit les premières heures de réponse.',
    },
    type: 'PROVIDER',
    parent: 'it',
    weight: 80,
  },
  {
    key: 'hr',
    identifier: 'HR',
    name: { en: 'Human resources department', fr: 'Direction des ressources humaines' },
    description: {
      en: 'Recruitment, payroll, training and health at work.',
      fr: 'Recrutement, paie, formation et santé au travail.',
    },
    type: 'INTERNAL',
    parent: 'head-office',
    weight: 40,
  },
  {
    key: 'hr-suite',
    identifier: 'HRS',
    name: { en: 'HR and payroll suite', fr: 'Suite RH et paie' },
    description: {
      en: 'Online service that holds the files of all employees.',
      fr: 'Service en ligne qui contient les dossiers de tous les salariés.',
    },
    type: 'APPLICATION',
    parent: 'hr',
    weight: 80,
  },
  {
    key: 'lab',
    identifier: 'LAB',
    name: { en: 'Research laboratory, Grenoble', fr: 'Laboratoire de recherche, Grenoble' },
    description: {
      en: 'Hydraulics, materials and software of connected pumps.',
      fr: 'Hydraulique, matériaux et logiciels des pompes connectées.',
    },
    type: 'INTERNAL',
    parent: 'head-office',
    weight: 60,
  },
  {
    key: 'west',
    identifier: 'WEST',
    name: { en: 'Western Europe plants', fr: 'Usines d’Europe de l’Ouest' },
    description: {
      en: 'Three plants managed together since the regional reorganisation.',
      fr: 'Trois usines dirigées ensemble depuis la réorganisation régionale.',
    },
    type: 'INTERNAL',
    parent: 'group',
    weight: 100,
  },
  {
    key: 'saint-etienne',
    identifier: 'STE',
    name: { en: 'Saint-Étienne foundry', fr: 'Fonderie de Saint-Étienne' },
    description: {
      en: 'Castings up to two tonnes, continuous furnaces, 310 people.',
      fr: 'Pièces de fonderie jusqu’à deux tonnes, fours continus, 310 personnes.',
    },
    type: 'INTERNAL',
    parent: 'west',
    weight: 100,
  },
  {
    key: 'gent',
    identifier: 'GNT',
    name: { en: 'Gent machining plant', fr: 'Usine d’usinage de Gand' },
    description: {
      en: 'High-precision machining, rebuilt after a fire, 240 people.',
      fr: 'Usinage de haute précision, reconstruite après un incendie, 240 personnes.',
    },
    type: 'INTERNAL',
    parent: 'west',
    weight: 90,
  },
  {
    key: 'zaragoza',
    identifier: 'ZAZ',
    name: { en: 'Zaragoza assembly plant', fr: 'Usine d’assemblage de Saragosse' },
    description: { en: 'Pump assembly and testing, 180 people.', fr: 'Assemblage et essais de pompes, 180 personnes.' },
    type: 'INTERNAL',
    parent: 'west',
    weight: 70,
  },
  {
    key: 'logistics',
    identifier: 'LOG',
    name: { en: 'Halvena Freight, carrier', fr: 'Halvena Freight, transporteur' },
    description: {
      en: 'Collects from the western plants and publishes tracking data.',
      fr: 'Enlève la production des usines de l’Ouest et publie les données de suivi.',
    },
    type: 'PROVIDER',
    parent: 'west',
    weight: 40,
  },
  {
    key: 'central',
    identifier: 'CEN',
    name: { en: 'Central Europe plants', fr: 'Usines d’Europe centrale' },
    description: {
      en: 'Three plants that share an automation team and a production system.',
      fr: 'Trois usines qui partagent une équipe d’automatisme et un système de production.',
    },
    type: 'INTERNAL',
    parent: 'group',
    weight: 100,
  },
  {
    key: 'brno',
    identifier: 'BRN',
    name: { en: 'Brno casting plant', fr: 'Usine de coulée de Brno' },
    description: {
      en: 'Light alloy casting, running round the clock, 260 people.',
      fr: 'Coulée d’alliages légers, en marche continue, 260 personnes.',
    },
    type: 'INTERNAL',
    parent: 'central',
    weight: 80,
  },
  {
    key: 'ics',
    identifier: 'ICS',
    name: { en: 'Brno process control system', fr: 'Système de conduite de Brno' },
    description: {
      en: 'Controllers, supervision and safety of the casting lines.',
      fr: 'Automates, supervision et sûreté des lignes de coulée.',
    },
    type: 'APPLICATION',
    parent: 'brno',
    weight: 100,
  },
  {
    key: 'katowice',
    identifier: 'KTW',
    name: { en: 'Katowice press plant', fr: 'Usine d’emboutissage de Katowice' },
    description: {
      en: 'Forty-year-old presses partly renovated, 290 people.',
      fr: 'Presses de quarante ans en partie rénovées, 290 personnes.',
    },
    type: 'INTERNAL',
    parent: 'central',
    weight: 70,
  },
  {
    key: 'linz',
    identifier: 'LNZ',
    name: { en: 'Linz valve plant', fr: 'Usine de vannes de Linz' },
    description: {
      en: 'Automated valve lines and robots, 220 people.',
      fr: 'Lignes de vannes automatisées et robots, 220 personnes.',
    },
    type: 'INTERNAL',
    parent: 'central',
    weight: 80,
  },
  {
    key: 'mes',
    identifier: 'MES',
    name: { en: 'Production management system', fr: 'Système de pilotage de production' },
    description: {
      en: 'Orders, traceability and quality records of the three central plants.',
      fr: 'Ordres, traçabilité et enregistrements qualité des trois usines d’Europe centrale.',
    },
    type: 'APPLICATION',
    parent: 'central',
    weight: 100,
  },
  {
    key: 'integrator',
    identifier: 'INT',
    name: { en: 'Robolinka, automation integrator', fr: 'Robolinka, intégrateur d’automatismes' },
    description: {
      en: 'Designs and maintains robot cells, with access from a distance.',
      fr: 'Conçoit et maintient les cellules robotisées, avec accès à distance.',
    },
    type: 'PROVIDER',
    parent: 'central',
    weight: 60,
  },
  {
    key: 'deutschland',
    identifier: 'DEU',
    name: { en: 'Tessandre Deutschland GmbH', fr: 'Tessandre Deutschland GmbH' },
    description: {
      en: 'Sales, assembly to order and repair in Munich, 130 people.',
      fr: 'Vente, assemblage à la demande et réparation à Munich, 130 personnes.',
    },
    type: 'INTERNAL',
    parent: 'group',
    weight: 100,
  },
  {
    key: 'italia',
    identifier: 'ITA',
    name: { en: 'Tessandre Italia S.r.l.', fr: 'Tessandre Italia S.r.l.' },
    description: { en: 'Sales and repair in Bologna, 60 people.', fr: 'Vente et réparation à Bologne, 60 personnes.' },
    type: 'INTERNAL',
    parent: 'group',
    weight: 70,
  },
  {
    key: 'aquilor',
    identifier: 'AQF',
    name: { en: 'Aquilor Filtration SAS', fr: 'Aquilor Filtration SAS' },
    description: {
      en: 'Maker of filter cartridges acquired sixteen months ago, being integrated, 95 people.',
      fr: 'Fabricant de cartouches filtrantes acquis il y a seize mois, en cours d’intégration, 95 personnes.',
    },
    type: 'INTERNAL',
    parent: 'group',
    weight: 60,
  },
  ...supplierPerimeters,
]

export const groupings: readonly Grouping[] = [
  {
    key: 'nis2-scope',
    name: { en: 'NIS 2 entities', fr: 'Entités NIS 2' },
    color: '#1d4ed8',
    perimeters: ['group', 'head-office', 'deutschland', 'italia', 'aquilor'],
  },
  {
    key: 'plants',
    name: { en: 'Production plants', fr: 'Sites de production' },
    color: '#b45309',
    perimeters: ['saint-etienne', 'gent', 'zaragoza', 'brno', 'katowice', 'linz'],
  },
  {
    key: 'personal-data',
    name: { en: 'Personal data of employees', fr: 'Données personnelles des salariés' },
    color: '#7c3aed',
    perimeters: ['hr', 'hr-suite', 'erp'],
  },
]

/** The six production sites. */
export const plants: readonly string[] = ['saint-etienne', 'gent', 'zaragoza', 'brno', 'katowice', 'linz']

/** Every perimeter to which a policy applies; the two regions only gather plants. */
const scored: readonly string[] = [
  'group',
  'head-office',
  'it',
  'hr',
  'lab',
  'saint-etienne',
  'gent',
  'zaragoza',
  'brno',
  'katowice',
  'linz',
  'deutschland',
  'italia',
  'aquilor',
]

/** The perimeters that have a score of their own, without some of them. */
export function everywhereBut(...keys: string[]): string[] {
  return scored.filter((key) => !keys.includes(key))
}
