import type { Requirement } from '#demo/content/types.ts'

/** People and premises: A.6 and A.7. */
export const isoPeoplePhysical: readonly Requirement[] = [
  {
    identifier: 'A.6.1',
    group: 'A.6',
    name: { en: 'Screening', fr: 'Sélection des candidats' },
    description: {
      en: 'Candidates for sensitive positions are checked within what the law allows.',
      fr: 'Les candidats aux postes sensibles font l’objet de vérifications dans les limites de la loi.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.6.2',
    group: 'A.6',
    name: { en: 'Terms and conditions of employment', fr: 'Termes et conditions du contrat de travail' },
    description: {
      en: 'Contracts state what each side owes in matters of security.',
      fr: 'Les contrats indiquent les obligations de chaque partie en matière de sécurité.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.6.3',
    group: 'A.6',
    name: {
      en: 'Information security awareness, education and training',
      fr: 'Sensibilisation, enseignement et formation en sécurité de l’information',
    },
    description: {
      en: 'People receive training that suits their job and is repeated.',
      fr: 'Chacun reçoit une formation adaptée à son métier et régulièrement renouvelée.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.6.4',
    group: 'A.6',
    name: { en: 'Disciplinary process', fr: 'Processus disciplinaire' },
    description: {
      en: 'A known and fair process applies to those who break the rules.',
      fr: 'Un processus connu et équitable s’applique à ceux qui enfreignent les règles.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.6.5',
    group: 'A.6',
    name: {
      en: 'Responsibilities after termination or change of employment',
      fr: 'Responsabilités après la fin ou la modification d’un emploi',
    },
    description: {
      en: 'Duties that last after a departure or a move are stated and recalled.',
      fr: 'Les obligations qui subsistent après un départ ou une mobilité sont définies et rappelées.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.6.6',
    group: 'A.6',
    name: { en: 'Confidentiality or non-disclosure agreements', fr: 'Accords de confidentialité ou de non-divulgation' },
    description: {
      en: 'Confidentiality commitments are signed before information is shared.',
      fr: 'Les engagements de confidentialité sont signés avant tout partage d’informations.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.6.7',
    group: 'A.6',
    name: { en: 'Remote working', fr: 'Travail à distance' },
    description: {
      en: 'Working outside the premises is as safe as inside.',
      fr: 'Travailler hors des locaux est aussi sûr que d’y travailler.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.6.8',
    group: 'A.6',
    name: { en: 'Information security event reporting', fr: 'Déclaration des événements de sécurité' },
    description: {
      en: 'Anyone can report something suspicious quickly, and knows how.',
      fr: 'Chacun peut signaler rapidement un fait suspect et sait comment le faire.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'A.7.1',
    group: 'A.7',
    name: { en: 'Physical security perimeters', fr: 'Périmètres de sécurité physique' },
    description: {
      en: 'Areas that hold information or sensitive equipment have clear boundaries.',
      fr: 'Les zones abritant informations ou équipements sensibles ont des limites claires.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.7.2',
    group: 'A.7',
    name: { en: 'Physical entry', fr: 'Accès physique' },
    description: {
      en: 'Only authorised people enter, and visits leave a trace.',
      fr: 'Seules les personnes autorisées entrent, et les visites laissent une trace.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.7.3',
    group: 'A.7',
    name: { en: 'Securing offices, rooms and facilities', fr: 'Sécurisation des bureaux, des salles et des installations' },
    description: {
      en: 'Offices and rooms are arranged so as not to expose what is done there.',
      fr: 'Bureaux et salles sont aménagés pour ne pas exposer ce qui s’y fait.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.7.4',
    group: 'A.7',
    name: { en: 'Physical security monitoring', fr: 'Surveillance de la sécurité physique' },
    description: {
      en: 'Premises are watched continuously for unauthorised access.',
      fr: 'Les locaux sont surveillés en continu contre les accès non autorisés.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.7.5',
    group: 'A.7',
    name: {
      en: 'Protecting against physical and environmental threats',
      fr: 'Protection contre les menaces physiques et environnementales',
    },
    description: {
      en: 'Fire, flood and other disasters are anticipated.',
      fr: 'Incendie, inondation et autres sinistres sont anticipés.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.7.6',
    group: 'A.7',
    name: { en: 'Working in secure areas', fr: 'Travail dans les zones sécurisées' },
    description: {
      en: 'Specific rules apply to work in the most sensitive areas.',
      fr: 'Des règles particulières encadrent le travail dans les zones les plus sensibles.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.7.7',
    group: 'A.7',
    name: { en: 'Clear desk and clear screen', fr: 'Bureau propre et écran verrouillé' },
    description: {
      en: 'Papers are put away and screens locked when nobody is there.',
      fr: 'Les documents sont rangés et les écrans verrouillés en cas d’absence.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.7.8',
    group: 'A.7',
    name: { en: 'Equipment siting and protection', fr: 'Emplacement et protection du matériel' },
    description: {
      en: 'Equipment is placed where it is least exposed.',
      fr: 'Les équipements sont installés là où ils sont le moins exposés.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.7.9',
    group: 'A.7',
    name: { en: 'Security of assets off-premises', fr: 'Sécurité des actifs hors des locaux' },
    description: {
      en: 'Equipment that leaves the premises stays protected.',
      fr: 'Les équipements qui sortent des locaux restent protégés.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.7.10',
    group: 'A.7',
    name: { en: 'Storage media', fr: 'Supports de stockage' },
    description: {
      en: 'Media are managed from purchase to destruction.',
      fr: 'Les supports sont gérés de leur achat à leur destruction.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'A.7.11',
    group: 'A.7',
    name: { en: 'Supporting utilities', fr: 'Services généraux' },
    description: {
      en: 'A failure of power or cooling does not stop critical systems.',
      fr: 'Une panne d’énergie ou de climatisation n’arrête pas les systèmes critiques.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'A.7.12',
    group: 'A.7',
    name: { en: 'Cabling security', fr: 'Sécurité du câblage' },
    description: {
      en: 'Power and data cables are protected from damage and interception.',
      fr: 'Les câbles d’énergie et de données sont protégés des dommages et des interceptions.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.7.13',
    group: 'A.7',
    name: { en: 'Equipment maintenance', fr: 'Maintenance du matériel' },
    description: {
      en: 'Equipment is maintained so that it stays available and intact.',
      fr: 'Les équipements sont entretenus pour rester disponibles et intègres.',
    },
    weight: 1,
    level: 3,
  },
  {
    identifier: 'A.7.14',
    group: 'A.7',
    name: { en: 'Secure disposal or re-use of equipment', fr: 'Mise au rebut ou réutilisation sécurisée du matériel' },
    description: {
      en: 'Equipment is wiped before it is re-used or leaves us.',
      fr: 'Les équipements sont effacés avant réemploi ou mise au rebut.',
    },
    weight: 1,
    level: 2,
  },
]
