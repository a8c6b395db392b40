import type { Text } from '#demo/content/types.ts'

const t = (en: string, fr: string): Text => ({ en, fr })

/** What one perimeter has answered. */
export interface AnsweredIn {
  readonly perimeter: string
  readonly evaluator: string
  readonly validator: string
  /** Percent of what is asked that is answered. */
  readonly share: number
  /** How good the answers are, 0 to 100: their levels lie around it. */
  readonly strength: number
  /** Days from today of the answers, and where there is one, of what was decided. */
  readonly answered: number
  readonly decided?: { readonly day: number; readonly rejected?: Text }
  /** A deadline of its own, days from today. */
  readonly due?: number
  /** The evaluator is somebody of the supplier. */
  readonly outside?: { readonly email: string; readonly firstName: string; readonly lastName: string; readonly language: 'en' | 'fr' }
  /** Actions that come of answers, by the place of what is asked: each is answered by the lowest level; one that is done already calls for another look. */
  readonly acts?: readonly { readonly at: number; readonly name: Text; readonly target: number; readonly done?: number }[]
}

export interface CampaignStory {
  readonly key: string
  readonly name: Text
  readonly description: Text
  readonly policy?: string
  readonly invitation: Text
  readonly reminder: Text
  /** Days from today. */
  readonly planned: number
  readonly starts: number
  readonly limit: number
  readonly closed?: number
  readonly target: number
  /** Providers that it leaves out. */
  readonly apart?: readonly string[]
  /** When actions that come of answers are to be done; without it none can. */
  readonly remedied?: number
  readonly evaluations: readonly AnsweredIn[]
}

const invitation = t(
  'Hello,\n\nPlease answer for your perimeter as things are today, not as they are planned. An honest "partly" helps more than a hopeful "yes".\n\nGroup security',
  'Bonjour,\n\nMerci de répondre pour votre périmètre selon la situation d’aujourd’hui, pas selon ce qui est prévu. Un « partiellement » honnête aide plus qu’un « oui » optimiste.\n\nLa sécurité du groupe',
)
const reminder = t('The deadline is close: whatever you have answered is kept.', 'L’échéance approche : ce que vous avez déjà répondu est conservé.')

/** What evaluators wrote beside their answers, from weak to strong. */
export const remarks: readonly (readonly Text[])[] = [
  [
    t('Nothing is in place yet; the need was raised at the last committee.', 'Rien n’est encore en place ; le besoin a été remonté au dernier comité.'),
    t('Done by habit, written nowhere.', 'Fait par habitude, écrit nulle part.'),
  ],
  [
    t('In place at the main site, not yet in the workshops.', 'En place sur le site principal, pas encore dans les ateliers.'),
    t('The procedure exists and is two years old.', 'La procédure existe et a deux ans.'),
    t('Covered for employees, not for contractors.', 'Couvert pour les salariés, pas pour les prestataires.'),
  ],
  [
    t('Checked at the last internal audit, nothing to say.', 'Vérifié au dernier audit interne, rien à signaler.'),
    t('Automated since spring, with a monthly report.', 'Automatisé depuis le printemps, avec un rapport mensuel.'),
    t('Shown to the auditor in March.', 'Montré à l’auditeur en mars.'),
  ],
]

/** What suppliers write where a question asks for words. */
export const written: Readonly<Record<string, Text>> = {
  CONTACT: t('Camille Rey, security officer, security@supplier.example', 'Camille Rey, responsable sécurité, securite@prestataire.example'),
  HOSTNAME: t('Altacolo, two halls in northern France', 'Altacolo, deux salles dans le nord de la France'),
  PASTTXT: t('A stolen mailbox; all accounts have a second factor since.', 'Une messagerie volée ; tous les comptes ont un second facteur depuis.'),
  SUBLIST: t('A host for the servers, and a help desk for the nights.', 'Un hébergeur pour les serveurs, et une assistance pour les nuits.'),
}

/** Two rounds that are over, a year apart, one that runs, and what suppliers are asked; the last asks all providers but two. */
export const campaignStories: readonly CampaignStory[] = [
  {
    key: 'iso-round-before',
    name: t('Self-assessment ISO 27001, the year before', 'Auto-évaluation ISO 27001 de l’année précédente'),
    description: t('The first round, before the entities were helped.', 'Le premier tour, avant l’accompagnement des entités.'),
    policy: 'iso',
    invitation,
    reminder,
    planned: -483,
    starts: -470,
    limit: -431,
    closed: -425,
    target: 70,
    evaluations: [
      { perimeter: 'head-office', evaluator: 'julien', validator: 'nadia', share: 100, strength: 66, answered: -449, decided: { day: -439 } },
      { perimeter: 'it', evaluator: 'aurelie', validator: 'nadia', share: 100, strength: 80, answered: -446, decided: { day: -438 } },
      { perimeter: 'saint-etienne', evaluator: 'luc', validator: 'marta', share: 100, strength: 43, answered: -443, decided: { day: -436 } },
      { perimeter: 'gent', evaluator: 'luc', validator: 'marta', share: 100, strength: 58, answered: -442, decided: { day: -435 } },
      { perimeter: 'brno', evaluator: 'milan', validator: 'tomas', share: 100, strength: 49, answered: -441, decided: { day: -434 } },
    ],
  },
  {
    key: 'iso-round',
    name: t('Yearly self-assessment ISO 27001', 'Auto-évaluation annuelle ISO 27001'),
    description: t('Where each entity stands before the surveillance audit.', 'Où en est chaque entité avant l’audit de surveillance.'),
    policy: 'iso',
    invitation,
    reminder,
    planned: -118,
    starts: -105,
    limit: -66,
    closed: -60,
    target: 75,
    evaluations: [
      { perimeter: 'head-office', evaluator: 'julien', validator: 'nadia', share: 100, strength: 78, answered: -84, decided: { day: -74 } },
      { perimeter: 'it', evaluator: 'aurelie', validator: 'nadia', share: 100, strength: 84, answered: -81, decided: { day: -73 } },
      { perimeter: 'saint-etienne', evaluator: 'luc', validator: 'marta', share: 100, strength: 55, answered: -78, decided: { day: -71 } },
      { perimeter: 'gent', evaluator: 'luc', validator: 'marta', share: 100, strength: 63, answered: -77, decided: { day: -70 } },
      { perimeter: 'brno', evaluator: 'milan', validator: 'tomas', share: 100, strength: 47, answered: -76, decided: { day: -69 } },
      {
        perimeter: 'katowice',
        evaluator: 'milan',
        validator: 'tomas',
        share: 100,
        strength: 92,
        answered: -75,
        decided: {
          day: -68,
          rejected: t(
            'Nearly everything is said to be whole, without one word on the workshops: look at the remote access and the backups again.',
            'Presque tout est dit complet, sans un mot sur les ateliers : revoyez l’accès à distance et les sauvegardes.',
          ),
        },
      },
    ],
  },
  {
    key: 'nis2-round',
    name: t('NIS 2 readiness of the entities', 'Préparation NIS 2 des entités'),
    description: t('What each entity in scope can show to its authority.', 'Ce que chaque entité concernée peut montrer à son autorité.'),
    policy: 'nis2',
    invitation,
    reminder,
    planned: -30,
    starts: -19,
    limit: 12,
    target: 80,
    remedied: 90,
    evaluations: [
      { perimeter: 'group', evaluator: 'paola', validator: 'claire', share: 100, strength: 72, answered: -9 },
      {
        perimeter: 'head-office',
        evaluator: 'julien',
        validator: 'nadia',
        share: 100,
        strength: 80,
        answered: -7,
        decided: { day: -3 },
        acts: [
          {
            at: 3,
            name: t('Name who reports an incident when Julien is away', 'Désigner qui signale un incident en l’absence de Julien'),
            target: 20,
            done: -1,
          },
        ],
      },
      {
        perimeter: 'deutschland',
        evaluator: 'sabine',
        validator: 'claire',
        share: 70,
        strength: 61,
        answered: -4,
        acts: [
          {
            at: 6,
            name: t(
              'List the suppliers that reach the German network, with who answers for each',
              'Recenser les prestataires qui accèdent au réseau allemand, avec un responsable pour chacun',
            ),
            target: 45,
          },
        ],
      },
      {
        perimeter: 'italia',
        evaluator: 'sabine',
        validator: 'claire',
        share: 42,
        strength: 52,
        answered: -2,
        acts: [{ at: 5, name: t('Rehearse the restart of the order system', 'Répéter le redémarrage du système de commandes'), target: 60 }],
      },
      { perimeter: 'aquilor', evaluator: 'etienne', validator: 'nadia', share: 0, strength: 40, answered: -1 },
    ],
  },
  {
    key: 'supplier-round',
    name: t('Security of our suppliers', 'Sécurité de nos prestataires'),
    description: t(
      'Every supplier that touches our data, our sites or our production.',
      'Tous les prestataires qui touchent à nos données, à nos sites ou à notre production.',
    ),
    invitation,
    reminder,
    planned: -40,
    starts: -26,
    limit: 9,
    target: 70,
    apart: ['softia', 'gardenor'],
    evaluations: [
      { perimeter: 'host', evaluator: 'julien', validator: 'nadia', share: 100, strength: 85, answered: -15, decided: { day: -8 } },
      { perimeter: 'mssp', evaluator: 'julien', validator: 'nadia', share: 100, strength: 70, answered: -11 },
      { perimeter: 'logistics', evaluator: 'luc', validator: 'marta', share: 30, strength: 40, answered: -6, due: -2 },
      {
        perimeter: 'cirrane',
        evaluator: 'cirrane-contact',
        validator: 'nadia',
        share: 55,
        strength: 74,
        answered: -3,
        outside: { email: 'rosa.whitby@cirrane.example', firstName: 'Rosa', lastName: 'Whitby', language: 'en' },
      },
      { perimeter: 'sentarel', evaluator: 'julien', validator: 'nadia', share: 100, strength: 62, answered: -13, decided: { day: -7 } },
      { perimeter: 'paievia', evaluator: 'aurelie', validator: 'nadia', share: 100, strength: 48, answered: -12, decided: { day: -6 } },
      { perimeter: 'kontrola', evaluator: 'milan', validator: 'tomas', share: 100, strength: 35, answered: -10 },
      { perimeter: 'lumatel', evaluator: 'aurelie', validator: 'nadia', share: 40, strength: 70, answered: -5 },
      { perimeter: 'integrator', evaluator: 'milan', validator: 'tomas', share: 0, strength: 50, answered: -5, due: -4 },
    ],
  },
]
