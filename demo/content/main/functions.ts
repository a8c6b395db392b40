import type { Absence, Contact, JobFunction } from '#demo/content/function-types.ts'

/** Who is what for others. */
export const jobFunctions: readonly JobFunction[] = [
  {
    key: 'ciso',
    name: { en: 'Chief information security officer', fr: 'RSSI' },
    description: {
      en: 'Answers for the security of the group, and of each plant where nobody else does.',
      fr: 'Répond de la sécurité du groupe, et de chaque usine qui n’a pas le sien.',
    },
    holders: [
      ['group', 'claire'],
      ['central', 'tomas'],
      ['west', 'marta'],
    ],
    isDefaultManager: true,
  },
  {
    key: 'dpo',
    name: { en: 'Data protection officer', fr: 'Délégué à la protection des données' },
    description: {
      en: 'Asked about everything that touches personal data; contact of the authority.',
      fr: 'Consulté sur tout ce qui touche aux données personnelles ; interlocuteur de l’autorité.',
    },
    holders: [['group', 'paola']],
  },
  {
    key: 'cio',
    name: { en: 'Head of IT', fr: 'Direction informatique' },
    description: { en: 'Decides on systems, and has them stopped and started.', fr: 'Décide des systèmes, de leur arrêt et de leur remise en route.' },
    holders: [['group', 'nadia']],
  },
  {
    key: 'csirt',
    name: { en: 'Incident response', fr: 'Réponse aux incidents' },
    description: {
      en: 'The provider that is called when the group cannot contain an incident by itself.',
      fr: 'Le prestataire appelé quand le groupe ne contient pas seul un incident.',
    },
    holders: [],
  },
]

/** Whom to call, in order. */
export const contacts: readonly Contact[] = [
  { name: 'Claire Vasseur', email: 'global_pilote@demo.example', phone: '+33 1 99 00 10 10', jobFunction: 'ciso', perimeters: ['group'], order: 10 },
  { name: 'Nadia Benali', email: 'nadia.benali@demo.example', phone: '+33 1 99 00 10 20', jobFunction: 'cio', perimeters: ['group'], order: 20 },
  {
    name: { en: 'Orvane Security, on-call desk', fr: 'Orvane Sécurité, astreinte' },
    email: 'astreinte@orvane.example',
    phone: '+33 1 99 00 72 00',
    jobFunction: 'csirt',
    perimeters: ['group'],
    order: 30,
    notes: { en: 'Day and night. Give the contract number TI-2291.', fr: 'Jour et nuit. Indiquer le numéro de contrat TI-2291.' },
  },
  { name: 'Tomáš Novák', email: 'local_pilote@demo.example', phone: '+420 800 990 115', jobFunction: 'ciso', perimeters: ['central'], order: 5 },
  { name: 'Paola Ferri', email: 'paola.ferri@demo.example', phone: '+39 06 9900 1030', jobFunction: 'dpo', perimeters: ['group'], order: 40 },
]

/** Holidays at the end of the year. */
export const absences: readonly Absence[] = [
  { person: 'nadia', standIn: 'claire', days: [21, 34] },
  { person: 'tomas', standIn: 'claire', days: [24, 28] },
]
