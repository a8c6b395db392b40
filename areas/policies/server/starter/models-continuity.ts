import type { Model } from './types.ts'

/** Models about data, detection and what happens on the bad day. */
export const continuityModels: readonly Model[] = [
  {
    ref: 'ES-26',
    family: 'data',
    nature: 'technical',
    csf: 'protect',
    effort: [12, 10, 12],
    en: [
      'Backups, one of them out of reach',
      'Three copies on two media, one of them offline or unchangeable, with accounts of their own. Failures are seen the same day.',
    ],
    fr: [
      'Sauvegardes, dont une hors d’atteinte',
      'Trois copies sur deux supports, dont une hors ligne ou immuable, avec des comptes distincts. Un échec est vu le jour même.',
    ],
  },
  {
    ref: 'ES-27',
    family: 'data',
    nature: 'procedure',
    csf: 'recover',
    effort: [4, 8, 0],
    en: [
      'Tested restores',
      'Files each month, a whole vital application twice a year, the directory once; the time it took is compared with what the business can wait. Proof: the dated record.',
    ],
    fr: [
      'Restaurations testées',
      'Des fichiers chaque mois, une application vitale entière deux fois par an, l’annuaire une fois ; la durée est comparée à ce que le métier peut attendre. Preuve attendue : le relevé daté.',
    ],
  },
  {
    ref: 'ES-28',
    family: 'data',
    nature: 'technical',
    csf: 'protect',
    effort: [8, 3, 4],
    en: [
      'Encryption of data that travels or is confidential',
      'TLS everywhere, confidential files shared by a platform rather than by mail, keys and secrets kept in a vault, none of them in source code.',
    ],
    fr: [
      'Chiffrement des données qui circulent ou sont confidentielles',
      'TLS partout, fichiers confidentiels partagés par une plateforme plutôt que par messagerie, clés et secrets dans un coffre, aucun dans le code source.',
    ],
  },
  {
    ref: 'ES-29',
    family: 'detection',
    nature: 'technical',
    csf: 'detect',
    effort: [15, 15, 15],
    en: [
      'Central log with alerts',
      'Sign-ins, administration, mail, network and cloud services are kept for a year where an intruder cannot erase them, with a dozen alerts that somebody answers.',
    ],
    fr: [
      'Journalisation centrale et alertes',
      'Connexions, administration, messagerie, réseau et services en nuage sont conservés un an hors de portée d’un intrus, avec une douzaine d’alertes auxquelles quelqu’un répond.',
    ],
  },
  {
    ref: 'ES-30',
    family: 'detection',
    nature: 'procedure',
    csf: 'respond',
    effort: [8, 4, 5],
    en: [
      'Incident plan and on-call contacts',
      'Who decides, who isolates, who tells authorities, customers and press, with deadlines by law; printed, with numbers that work without our own systems.',
    ],
    fr: [
      'Plan de réponse aux incidents et astreinte',
      'Qui décide, qui isole, qui informe les autorités, les clients et la presse, avec les délais légaux ; imprimé, avec des numéros qui fonctionnent sans nos systèmes.',
    ],
  },
  {
    ref: 'ES-31',
    family: 'detection',
    nature: 'process',
    csf: 'recover',
    effort: [6, 4, 0],
    en: [
      'Crisis exercises and continuity plans',
      'Each vital activity says how it goes on for a week without its systems; once a year a half-day exercise with management tries it.',
    ],
    fr: [
      'Exercices de crise et plans de continuité',
      'Chaque activité vitale dit comment elle tient une semaine sans ses systèmes ; une fois par an, un exercice d’une demi-journée avec la direction le met à l’épreuve.',
    ],
  },
  {
    ref: 'ES-32',
    family: 'data',
    nature: 'process',
    csf: 'govern',
    effort: [10, 6, 0],
    en: [
      'Record of personal data and retention',
      'What is kept about whom, why, for how long and with whom it is shared; data is erased when its time is over. Proof: the record, and the last erasures.',
    ],
    fr: [
      'Registre des données personnelles et durées de conservation',
      'Ce qui est conservé, sur qui, pourquoi, combien de temps et avec qui c’est partagé ; les données sont effacées à leur échéance. Preuve attendue : le registre et les derniers effacements.',
    ],
  },
]
