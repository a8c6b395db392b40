import type { Solution } from '#demo/content/types.ts'

/** Measure models: buildings and equipment. */
export const physicalSolutions: readonly Solution[] = [
  {
    key: 'zoning',
    category: 'physical',
    name: { en: 'Zoning and fencing of sites', fr: 'Zonage et clôture des sites' },
    description: {
      en: 'Four zones, from the car park to the server room, marked and closed.',
      fr: 'Quatre zones, du parc de stationnement à la salle serveurs, signalées et fermées.',
    },
    yearlyCost: 25,
    buildDays: 40,
    yearlyDays: 6,
    answers: { iso: { 'A.7.1': 100, 'A.7.3': 60 } },
  },
  {
    key: 'badge-access',
    category: 'physical',
    name: { en: 'Access badges and visitor register', fr: 'Badges d’accès et registre des visiteurs' },
    description: {
      en: 'Rights by zone, visitors escorted, register kept for a year.',
      fr: 'Droits par zone, visiteurs accompagnés, registre conservé un an.',
    },
    yearlyCost: 37,
    buildDays: 45,
    yearlyDays: 14,
    answers: { iso: { 'A.7.2': 100 } },
  },
  {
    key: 'video-intrusion',
    category: 'physical',
    name: { en: 'Video surveillance and intrusion alarm', fr: 'Vidéosurveillance et alarme anti-intrusion' },
    description: {
      en: 'Outside and sensitive zones, images kept for thirty days, remote watch at night.',
      fr: 'Extérieurs et zones sensibles, images conservées trente jours, télésurveillance la nuit.',
    },
    yearlyCost: 41,
    buildDays: 30,
    yearlyDays: 12,
    answers: { iso: { 'A.7.4': 100 } },
  },
  {
    key: 'fire-flood',
    category: 'physical',
    name: { en: 'Protection against fire and flood', fr: 'Protection contre l’incendie et l’inondation' },
    description: {
      en: 'Detection, gas extinguishing in server rooms, raised racks where the river comes.',
      fr: 'Détection, extinction à gaz en salle serveurs, baies surélevées là où la rivière monte.',
    },
    yearlyCost: 29,
    buildDays: 20,
    yearlyDays: 10,
    answers: { iso: { 'A.7.5': 100 } },
  },
  {
    key: 'server-room',
    category: 'physical',
    name: { en: 'Rules for server rooms and control rooms', fr: 'Règles des salles serveurs et salles de conduite' },
    description: {
      en: 'Nobody alone, no phone, work orders and logbook.',
      fr: 'Personne seul, pas de téléphone, bon d’intervention et main courante.',
    },
    yearlyCost: 10,
    buildDays: 20,
    yearlyDays: 6,
    answers: { iso: { 'A.7.6': 100, 'A.7.8': 60 } },
  },
  {
    key: 'clear-desk',
    category: 'physical',
    name: { en: 'Clear desk rounds', fr: 'Rondes « bureau propre »' },
    description: {
      en: 'Once a quarter, with a kind word left on the desk and a figure per floor.',
      fr: 'Une fois par trimestre, un mot aimable sur le bureau et un chiffre par étage.',
    },
    yearlyCost: 1,
    buildDays: 3,
    yearlyDays: 12,
    answers: { iso: { 'A.7.3': 40, 'A.7.7': 70 } },
  },
  {
    key: 'equipment-maintenance',
    category: 'physical',
    name: { en: 'Maintenance contracts for critical equipment', fr: 'Contrats de maintenance des équipements critiques' },
    description: {
      en: 'Four-hour repair for what stops production, spare parts on site.',
      fr: 'Dépannage en quatre heures pour ce qui arrête la production, pièces sur site.',
    },
    yearlyCost: 33,
    buildDays: 10,
    yearlyDays: 25,
    answers: { iso: { 'A.7.8': 40, 'A.7.13': 100 } },
  },
]
