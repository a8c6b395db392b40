import type { Model } from './types.ts'

/** Models about how people work: governance, staff, what there is, suppliers. */
export const organisationModels: readonly Model[] = [
  {
    ref: 'ES-01',
    family: 'governance',
    nature: 'policy',
    csf: 'govern',
    effort: [5, 2, 0],
    en: [
      'Security policy and named responsibilities',
      'Two to four pages signed by management: what is protected and why, who answers for security, who decides about exceptions. Proof: the signed text, and where staff find it.',
    ],
    fr: [
      'Politique de sécurité et responsabilités nommées',
      'Deux à quatre pages signées par la direction, qui disent ce qui est protégé et pourquoi, qui répond de la sécurité et qui tranche les exceptions. Preuve attendue : le texte signé et l’endroit où chacun le trouve.',
    ],
  },
  {
    ref: 'ES-02',
    family: 'governance',
    nature: 'process',
    csf: 'identify',
    effort: [6, 4, 0],
    en: [
      'Yearly risk review',
      'Once a year, business and IT go through the scenarios that would hurt most, decide what to do about each and name an owner. Proof: the dated list with its decisions.',
    ],
    fr: [
      'Revue annuelle des risques',
      'Une fois par an, les métiers et la DSI parcourent les scénarios les plus redoutés, décident du traitement de chacun et désignent un responsable. Preuve attendue : la liste datée avec ses décisions.',
    ],
  },
  {
    ref: 'ES-03',
    family: 'governance',
    nature: 'process',
    csf: 'govern',
    effort: [4, 6, 0],
    en: [
      'Security checkpoints in projects',
      'Each project answers a one-page questionnaire at the start and has its open points closed, or accepted by name, before it goes live.',
    ],
    fr: [
      'Jalons de sécurité dans les projets',
      'Chaque projet remplit un questionnaire d’une page à son lancement ; ses points ouverts sont levés, ou acceptés nommément, avant la mise en production.',
    ],
  },
  {
    ref: 'ES-04',
    family: 'governance',
    nature: 'process',
    csf: 'govern',
    effort: [2, 4, 0],
    en: [
      'Quarterly security review with management',
      'Half an hour each quarter: score and trend, late actions, incidents, decisions that are needed. Proof: the minutes.',
    ],
    fr: [
      'Point trimestriel avec la direction',
      'Une demi-heure par trimestre pour le score et sa tendance, les actions en retard, les incidents et les décisions à prendre. Preuve attendue : le compte rendu.',
    ],
  },
  {
    ref: 'ES-05',
    family: 'people',
    nature: 'process',
    csf: 'protect',
    effort: [5, 6, 4],
    en: [
      'Awareness programme',
      'Everybody is told on arrival and once a year what to watch for and whom to call. Those who pay invoices, administer systems or write software get more.',
    ],
    fr: [
      'Programme de sensibilisation',
      'Chacun apprend, à son arrivée puis une fois par an, ce qui doit l’alerter et qui appeler. Ceux qui paient des factures, administrent ou développent reçoivent une formation renforcée.',
    ],
  },
  {
    ref: 'ES-06',
    family: 'people',
    nature: 'process',
    csf: 'protect',
    effort: [3, 4, 3],
    en: [
      'Phishing exercises',
      'Two to four realistic exercises a year. The share of people who report counts more than the share of those who click; nobody is named.',
    ],
    fr: [
      'Exercices d’hameçonnage',
      'Deux à quatre exercices réalistes par an. La part de ceux qui signalent compte plus que la part de ceux qui cliquent ; personne n’est désigné.',
    ],
  },
  {
    ref: 'ES-07',
    family: 'people',
    nature: 'procedure',
    csf: 'protect',
    effort: [4, 5, 0],
    en: [
      'Procedure for joiners, movers and leavers',
      'Human resources trigger it: rights are given by role, changed with the position, and withdrawn on the last day with devices and badges. Proof: a sample of recent leavers.',
    ],
    fr: [
      'Procédure d’arrivée, de mobilité et de départ',
      'Les ressources humaines la déclenchent ; les droits sont donnés selon le poste, revus à chaque mobilité et retirés le dernier jour avec le matériel et le badge. Preuve attendue : un échantillon de départs récents.',
    ],
  },
  {
    ref: 'ES-08',
    family: 'assets',
    nature: 'technical',
    csf: 'identify',
    effort: [10, 8, 6],
    en: [
      'Inventory of devices, software and services',
      'A list that fills itself from directory, device management and invoices, with an owner for each line. What is on the network and not in the list is looked into.',
    ],
    fr: [
      'Inventaire des équipements, logiciels et services',
      'Une liste alimentée par l’annuaire, la gestion de parc et les factures, avec un responsable par ligne. Ce qui est sur le réseau sans être dans la liste est examiné.',
    ],
  },
  {
    ref: 'ES-09',
    family: 'assets',
    nature: 'policy',
    csf: 'identify',
    effort: [5, 2, 0],
    en: [
      'Classification of information in three levels',
      'Public, internal, confidential: what each means, how it is marked, shared, kept and destroyed. One page with examples from the trade.',
    ],
    fr: [
      'Classification de l’information en trois niveaux',
      'Public, interne, confidentiel, avec ce que chacun implique pour marquer, partager, conserver et détruire. Une page, avec des exemples du métier.',
    ],
  },
  {
    ref: 'ES-10',
    family: 'suppliers',
    nature: 'process',
    csf: 'govern',
    effort: [8, 6, 0],
    en: [
      'Register of suppliers with security clauses',
      'Suppliers who hold data or reach systems are listed by how much depends on them. Contracts say how incidents are told, how data comes back and what may be checked.',
    ],
    fr: [
      'Registre des fournisseurs et clauses de sécurité',
      'Les fournisseurs qui détiennent des données ou accèdent aux systèmes sont classés selon la dépendance envers eux. Les contrats prévoient l’alerte en cas d’incident, la restitution des données et le droit de contrôle.',
    ],
  },
  {
    ref: 'ES-11',
    family: 'suppliers',
    nature: 'technical',
    csf: 'protect',
    effort: [6, 8, 3],
    en: [
      'Review of cloud settings',
      'Each month a tool compares the settings of cloud services with a reference: public storage, administrators without strong authentication, open interfaces.',
    ],
    fr: [
      'Revue des réglages des services en nuage',
      'Chaque mois, un outil compare les réglages des services en nuage à une référence : stockage public, administrateurs sans authentification forte, interfaces ouvertes.',
    ],
  },
  {
    ref: 'ES-12',
    family: 'assets',
    nature: 'physical',
    csf: 'protect',
    effort: [8, 4, 8],
    en: [
      'Control of access to premises',
      'Personal badges, visitors accompanied, technical rooms locked for all but a short list that is reviewed twice a year.',
    ],
    fr: [
      'Contrôle d’accès aux locaux',
      'Badges nominatifs, visiteurs accompagnés, locaux techniques fermés à tous sauf une courte liste revue deux fois par an.',
    ],
  },
]
