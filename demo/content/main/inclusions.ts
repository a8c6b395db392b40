import type { Inclusions, Text } from '#demo/content/types.ts'

const incidents: Text = {
  en: 'Treats the risk of an incident that is found late: reporting within 24 hours is a legal duty.',
  fr: 'Traite le risque d’un incident découvert tard : le signaler sous 24 heures est une obligation légale.',
}

const reasons: Readonly<Record<string, Text>> = {
  'A.5': {
    en: 'Called for by the group security policy; legal duty of an essential entity (NIS 2, article 21).',
    fr: 'Demandé par la politique de sécurité du groupe ; obligation d’une entité essentielle (NIS 2, article 21).',
  },
  'A.5.7': {
    en: 'Treats the risk of ransomware in plants: attacks are known days before they reach us.',
    fr: 'Traite le risque de rançongiciel en usine : les attaques sont connues des jours avant de nous atteindre.',
  },
  'A.5.9': { en: 'Nobody protects what is not listed; asked for by the insurer.', fr: 'On ne protège pas ce qui n’est pas recensé ; demandé par l’assureur.' },
  'A.5.19': {
    en: 'Contracts with car makers pass their requirements on to suppliers.',
    fr: 'Les contrats des constructeurs répercutent leurs exigences sur les fournisseurs.',
  },
  'A.5.24': incidents,
  'A.5.25': incidents,
  'A.5.26': incidents,
  'A.5.34': { en: 'Personal data of 4,200 employees (GDPR, article 32).', fr: 'Données personnelles de 4 200 salariés (RGPD, article 32).' },
  'A.6': {
    en: 'People have access to drawings of customers; labour law bounds what may be asked of them.',
    fr: 'Le personnel accède aux plans des clients ; le droit du travail encadre ce qui peut lui être demandé.',
  },
  'A.7': {
    en: 'Machine rooms of head office and data centre; condition of the insurance contract.',
    fr: 'Salles techniques du siège et centre de données ; condition du contrat d’assurance.',
  },
  'A.8': {
    en: 'Treats the risks of ransomware and of loss of production data; good practice of the trade.',
    fr: 'Traite les risques de rançongiciel et de perte des données de production ; bonne pratique du métier.',
  },
  'A.8.13': { en: 'Five days without production cost more than a year of backups.', fr: 'Cinq jours sans production coûtent plus qu’un an de sauvegardes.' },
  'A.8.24': {
    en: 'Drawings of customers leave the group encrypted, by contract.',
    fr: 'Les plans des clients ne sortent du groupe que chiffrés, par contrat.',
  },
}

/** Why requirements are in, as the statements of applicability tell. */
export const inclusions: readonly Inclusions[] = [
  {
    perimeter: 'head-office',
    policy: 'iso',
    author: 'claire',
    since: { daysAgo: 60 },
    reasons,
    open: [],
    approval: {
      asked: 'claire',
      by: 'nadia',
      since: { daysAgo: 41 },
      changed: {
        'A.5.23': {
          en: 'Two thirds of the applications are rented; the insurer asks for their exit plans.',
          fr: 'Deux tiers des applications sont louées ; l’assureur demande leurs plans de sortie.',
        },
      },
    },
  },
  { perimeter: 'it', policy: 'iso', author: 'claire', since: { daysAgo: 20 }, reasons, open: ['A.5.6', 'A.8.11', 'A.8.16'], approval: null },
]
