import type { Risk } from './types.ts'

/** What requirements protect from. */
export const risks: readonly Risk[] = [
  {
    ref: 'TE-01',
    en: ['Stolen or guessed credentials', 'An attacker signs in as somebody of the organisation.'],
    fr: ['Identifiants volés ou devinés', 'Un attaquant se connecte à la place d’un membre de l’organisation.'],
  },
  {
    ref: 'TE-02',
    en: ['Ransomware', 'Systems and backups are encrypted, data is copied out, a ransom is asked for.'],
    fr: ['Rançongiciel', 'Systèmes et sauvegardes sont chiffrés, des données sont exfiltrées, une rançon est exigée.'],
  },
  {
    ref: 'TE-03',
    en: ['Fraud by deception', 'A message or a call makes somebody pay, or open a door.'],
    fr: ['Fraude par tromperie', 'Un message ou un appel amène quelqu’un à payer, ou à ouvrir une porte.'],
  },
  {
    ref: 'TE-04',
    en: ['Leak of confidential data', 'By mistake or on purpose, from inside or outside.'],
    fr: ['Fuite de données confidentielles', 'Par erreur ou à dessein, de l’intérieur ou de l’extérieur.'],
  },
  {
    ref: 'TE-05',
    en: ['Known flaw that is exploited', 'What is exposed and not patched is found by machines within days.'],
    fr: ['Exploitation d’une faille connue', 'Ce qui est exposé et non corrigé est trouvé en quelques jours par des automates.'],
  },
  {
    ref: 'TE-06',
    en: ['Compromised supplier', 'An attacker comes in through a provider, a library or an update.'],
    fr: ['Fournisseur compromis', 'Un attaquant entre par un prestataire, un composant ou une mise à jour.'],
  },
  {
    ref: 'TE-07',
    en: ['Loss or theft of a device', 'A laptop, a phone or a disk leaves with what it holds.'],
    fr: ['Perte ou vol d’un équipement', 'Un portable, un téléphone ou un disque disparaît avec son contenu.'],
  },
  {
    ref: 'TE-08',
    en: ['Long outage', 'A breakdown, a fire or an error stops a vital activity.'],
    fr: ['Interruption prolongée', 'Une panne, un incendie ou une erreur arrête une activité vitale.'],
  },
]
