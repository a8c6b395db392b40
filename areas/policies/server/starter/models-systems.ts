import type { Model } from './types.ts'

/** Models about systems: identities, devices, network. */
export const systemModels: readonly Model[] = [
  {
    ref: 'ES-13',
    family: 'identity',
    nature: 'technical',
    csf: 'protect',
    effort: [12, 5, 8],
    en: [
      'Multi-factor authentication',
      'For everybody on mail, remote access and cloud services, without exception for administrators. Keys or an application rather than text messages.',
    ],
    fr: [
      'Authentification multifacteur',
      'Pour tous, sur la messagerie, l’accès distant et les services en nuage, sans exception pour les administrateurs. Clés ou application plutôt que SMS.',
    ],
  },
  {
    ref: 'ES-14',
    family: 'identity',
    nature: 'technical',
    csf: 'protect',
    effort: [5, 2, 5],
    en: [
      'Password manager and rules for passwords',
      'Long passwords, checked against known leaks, kept in a manager that is given to everybody. Changed when there is a reason, not by the calendar.',
    ],
    fr: [
      'Coffre-fort de mots de passe et règles',
      'Des mots de passe longs, comparés aux fuites connues, gardés dans un coffre-fort fourni à tous. Changés quand il y a une raison, non à date fixe.',
    ],
  },
  {
    ref: 'ES-15',
    family: 'identity',
    nature: 'technical',
    csf: 'protect',
    effort: [15, 8, 10],
    en: [
      'Separate accounts and stations for administration',
      'Administrators have a second account, used for nothing else, from a station without mail or web. Shared accounts are kept in a vault and their use is recorded.',
    ],
    fr: [
      'Comptes et postes dédiés à l’administration',
      'Les administrateurs ont un second compte, réservé à cet usage, depuis un poste sans messagerie ni navigation. Les comptes partagés sont au coffre et leur usage est tracé.',
    ],
  },
  {
    ref: 'ES-16',
    family: 'identity',
    nature: 'process',
    csf: 'protect',
    effort: [4, 8, 0],
    en: [
      'Review of access rights',
      'Owners of applications confirm rights twice a year, those of administrators each quarter; what nobody confirms is withdrawn. Proof: the signed lists.',
    ],
    fr: [
      'Revue des droits d’accès',
      'Les responsables d’application confirment les droits deux fois par an, ceux des administrateurs chaque trimestre ; ce que personne ne confirme est retiré. Preuve attendue : les listes signées.',
    ],
  },
  {
    ref: 'ES-17',
    family: 'identity',
    nature: 'technical',
    csf: 'protect',
    effort: [15, 5, 10],
    en: [
      'Central directory and single sign-on',
      'One account for each person, closed once and for all applications. Applications that cannot are listed with a date.',
    ],
    fr: [
      'Annuaire central et authentification unique',
      'Un compte par personne, fermé une seule fois pour toutes les applications. Celles qui ne le permettent pas sont listées avec une échéance.',
    ],
  },
  {
    ref: 'ES-18',
    family: 'devices',
    nature: 'technical',
    csf: 'protect',
    effort: [12, 6, 0],
    en: [
      'Hardened standard configurations',
      'A reference for each kind of station and server: what is off by default, who is local administrator (nobody), macros limited. Deviations are measured each month.',
    ],
    fr: [
      'Configurations de référence durcies',
      'Une référence par type de poste et de serveur : ce qui est désactivé, qui est administrateur local (personne), macros limitées. Les écarts sont mesurés chaque mois.',
    ],
  },
  {
    ref: 'ES-19',
    family: 'devices',
    nature: 'process',
    csf: 'protect',
    effort: [8, 20, 6],
    en: [
      'Patching within agreed deadlines',
      'Flaws that are being exploited within 48 hours where exposed, critical ones in 14 days, the rest in 30. What cannot be patched is isolated, with an exception that ends.',
    ],
    fr: [
      'Correctifs dans des délais convenus',
      'Les failles exploitées sous 48 heures sur ce qui est exposé, les critiques sous 14 jours, le reste sous 30. Ce qui ne peut être corrigé est isolé, avec une dérogation qui prend fin.',
    ],
  },
  {
    ref: 'ES-20',
    family: 'devices',
    nature: 'technical',
    csf: 'detect',
    effort: [10, 10, 15],
    en: [
      'Detection and response on devices (EDR)',
      'On every station and server, with somebody who looks at alerts, at night too where work goes on, and may isolate a device at once.',
    ],
    fr: [
      'Détection et réponse sur les équipements (EDR)',
      'Sur chaque poste et serveur, avec quelqu’un qui traite les alertes, y compris la nuit si l’activité l’exige, et qui peut isoler un équipement aussitôt.',
    ],
  },
  {
    ref: 'ES-21',
    family: 'devices',
    nature: 'technical',
    csf: 'protect',
    effort: [5, 2, 0],
    en: [
      'Encrypted disks and remote wipe',
      'Portable devices are encrypted by default, their recovery keys kept centrally; a lost one is locked or wiped within the hour.',
    ],
    fr: [
      'Disques chiffrés et effacement à distance',
      'Les équipements mobiles sont chiffrés par défaut et leurs clés de secours gardées au centre ; un appareil perdu est verrouillé ou effacé dans l’heure.',
    ],
  },
  {
    ref: 'ES-22',
    family: 'network',
    nature: 'technical',
    csf: 'protect',
    effort: [25, 8, 10],
    en: [
      'Segmented network',
      'Stations, servers, administration, visitors and industrial equipment are apart; what passes between them is listed and everything else refused.',
    ],
    fr: [
      'Réseau cloisonné',
      'Postes, serveurs, administration, visiteurs et équipements industriels sont séparés ; les flux entre eux sont listés et tout le reste est refusé.',
    ],
  },
  {
    ref: 'ES-23',
    family: 'network',
    nature: 'technical',
    csf: 'protect',
    effort: [6, 4, 6],
    en: [
      'Secure remote access',
      'One way in for staff and suppliers, with strong authentication and a managed device; suppliers come in for a task, for a time, and are recorded.',
    ],
    fr: [
      'Accès distant sécurisé',
      'Un seul point d’entrée pour le personnel et les prestataires, avec authentification forte et équipement géré ; les prestataires entrent pour une tâche, un temps donné, et sont tracés.',
    ],
  },
  {
    ref: 'ES-24',
    family: 'network',
    nature: 'technical',
    csf: 'protect',
    effort: [8, 5, 8],
    en: [
      'Filtered mail and web',
      'Attachments and links are examined, SPF, DKIM and DMARC reject mail in our name, dangerous sites are blocked, and a button reports what looks wrong.',
    ],
    fr: [
      'Messagerie et navigation filtrées',
      'Pièces jointes et liens sont analysés, SPF, DKIM et DMARC rejettent les messages envoyés en notre nom, les sites dangereux sont bloqués et un bouton signale ce qui paraît anormal.',
    ],
  },
  {
    ref: 'ES-25',
    family: 'network',
    nature: 'technical',
    csf: 'identify',
    effort: [4, 8, 6],
    en: [
      'Scan of what is exposed',
      'What is reachable from the Internet is looked for and scanned each week from outside; each finding has an owner and a date.',
    ],
    fr: [
      'Scan de la surface exposée',
      'Ce qui est joignable depuis Internet est recherché et analysé chaque semaine depuis l’extérieur ; chaque constat a un responsable et une échéance.',
    ],
  },
]
