import type { Text } from './types.ts'

/** An exemption's life in days before today. */
export interface ExemptionStory {
  readonly key: string
  readonly name: Text
  readonly reason: Text
  readonly compensating?: Text
  readonly perimeter: string
  /** Of the ISO policy. */
  readonly requirement: string
  readonly by: string
  readonly asked: number
  /** Days that it lasts from then on. */
  readonly days: number
  readonly decided?: { readonly ago: number; readonly as: 'GRANTED' | 'REJECTED'; readonly comment: Text }
  /** The day on which it was asked for anew and the day of its grant, with the days from there. */
  readonly renewed?: { readonly asked: number; readonly granted?: number; readonly days: number }
}

const until: Text = { en: 'Fine until its end, no longer.', fr: 'D’accord jusqu’à cette date, pas au-delà.' }

/** What plants cannot do yet, and until when they need not. */
export const exemptionStories: readonly ExemptionStory[] = [
  {
    key: 'win7',
    name: { en: 'Windows 7 on the cell controllers', fr: 'Windows 7 sur les automates des cellules' },
    reason: {
      en: 'The maker of the presses supports no other system before the next overhaul.',
      fr: 'Le fabricant des presses ne prend en charge aucun autre système avant la prochaine révision.',
    },
    compensating: { en: 'Cells have no way to the internet; drives are locked.', fr: 'Les cellules n’ont pas d’accès à Internet ; les lecteurs sont bloqués.' },
    perimeter: 'brno',
    requirement: 'A.8.32',
    by: 'tomas',
    asked: 520,
    days: 350,
    decided: { ago: 512, as: 'GRANTED', comment: until },
    renewed: { asked: 200, granted: 192, days: 204 },
  },
  {
    key: 'shared',
    name: { en: 'Account shared by three shifts', fr: 'Compte partagé par trois équipes' },
    reason: { en: 'The control desk cannot change users while it runs.', fr: 'Le pupitre ne change pas d’utilisateur en marche.' },
    compensating: { en: 'A paper log of who is on duty.', fr: 'Un registre papier indique qui est en poste.' },
    perimeter: 'brno',
    requirement: 'A.8.2',
    by: 'tomas',
    asked: 470,
    days: 300,
    decided: { ago: 463, as: 'GRANTED', comment: until },
    renewed: { asked: 182, granted: 175, days: 187 },
  },
  {
    key: 'logs',
    name: { en: 'No log collection on the furnaces', fr: 'Pas de collecte de journaux sur les fours' },
    reason: { en: 'The controllers keep no logs that could be sent.', fr: 'Les automates ne gardent aucun journal à envoyer.' },
    perimeter: 'saint-etienne',
    requirement: 'A.8.15',
    by: 'marta',
    asked: 250,
    days: 360,
    decided: { ago: 244, as: 'GRANTED', comment: until },
  },
  {
    key: 'backup',
    name: { en: 'Backups kept in the same building', fr: 'Sauvegardes gardées dans le même bâtiment' },
    reason: { en: 'The second room is being built.', fr: 'La seconde salle est en travaux.' },
    perimeter: 'gent',
    requirement: 'A.8.13',
    by: 'marta',
    asked: 130,
    days: 140,
    decided: { ago: 124, as: 'GRANTED', comment: until },
  },
  {
    key: 'vendor',
    name: { en: 'Supplier’s permanent remote access', fr: 'Accès distant permanent du fournisseur' },
    reason: { en: 'The oven is watched around the clock by its maker.', fr: 'Le four est surveillé jour et nuit par son fabricant.' },
    perimeter: 'katowice',
    requirement: 'A.8.3',
    by: 'tomas',
    asked: 340,
    days: 364,
    decided: { ago: 331, as: 'GRANTED', comment: until },
  },
  {
    key: 'network',
    name: { en: 'Office and machines on one network', fr: 'Bureaux et machines sur un même réseau' },
    reason: { en: 'New switches come with the move to the new hall.', fr: 'Les nouveaux commutateurs arrivent avec le nouveau hall.' },
    perimeter: 'zaragoza',
    requirement: 'A.8.22',
    by: 'marta',
    asked: 75,
    days: 180,
    decided: { ago: 68, as: 'GRANTED', comment: until },
  },
  {
    key: 'italia-crypto',
    name: { en: 'Drawings sent without encryption', fr: 'Plans envoyés sans chiffrement' },
    reason: { en: 'Two customers cannot read what we encrypt.', fr: 'Deux clients ne lisent pas ce que nous chiffrons.' },
    perimeter: 'italia',
    requirement: 'A.8.24',
    by: 'sabine',
    asked: 110,
    days: 200,
    decided: { ago: 100, as: 'GRANTED', comment: until },
  },
  {
    key: 'badge',
    name: { en: 'Badge shared with cleaners', fr: 'Badge partagé avec le ménage' },
    reason: { en: 'The new reader comes in spring.', fr: 'Le nouveau lecteur arrive au printemps.' },
    perimeter: 'linz',
    requirement: 'A.7.2',
    by: 'claire',
    asked: 20,
    days: 150,
  },
  {
    key: 'endpoints',
    name: { en: 'Measuring benches without protection', fr: 'Bancs de mesure sans protection' },
    reason: { en: 'The software of the benches stops under it.', fr: 'Le logiciel des bancs s’arrête avec elle.' },
    perimeter: 'deutschland',
    requirement: 'A.8.7',
    by: 'sabine',
    asked: 300,
    days: 180,
    decided: { ago: 290, as: 'GRANTED', comment: until },
  },
  {
    key: 'change',
    name: { en: 'Changes at night without approval', fr: 'Changements de nuit sans validation' },
    reason: { en: 'Nobody is there to approve at night.', fr: 'Personne n’est là la nuit pour valider.' },
    perimeter: 'gent',
    requirement: 'A.8.32',
    by: 'luc',
    asked: 60,
    days: 120,
    decided: { ago: 52, as: 'REJECTED', comment: { en: 'The on-call manager can.', fr: 'Le responsable d’astreinte le peut.' } },
  },
  {
    key: 'usb',
    name: { en: 'USB sticks at the test stand', fr: 'Clés USB au banc d’essai' },
    reason: { en: 'The stand has no other way to give out its results.', fr: 'Le banc n’a pas d’autre moyen de livrer ses résultats.' },
    perimeter: 'saint-etienne',
    requirement: 'A.8.1',
    by: 'luc',
    asked: 6,
    days: 90,
  },
  {
    key: 'aquilor-auth',
    name: { en: 'One password for the old ERP', fr: 'Un seul mot de passe pour l’ancien ERP' },
    reason: { en: 'It is switched off in summer.', fr: 'Il est arrêté cet été.' },
    perimeter: 'aquilor',
    requirement: 'A.8.5',
    by: 'nadia',
    asked: 3,
    days: 200,
  },
]
