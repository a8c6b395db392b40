import type { Requirement } from '#demo/content/types.ts'

/** Identifiers are articles of the directive. */
export const nis2: readonly Requirement[] = [
  {
    identifier: 'Art20.1',
    group: 'GOV',
    name: { en: 'Approval and oversight by the management body', fr: 'Approbation et supervision par l’organe de direction' },
    description: {
      en: 'The management body approves the measures, watches over them and answers for them.',
      fr: 'L’organe de direction approuve les mesures, en supervise la mise en œuvre et en répond.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'Art20.2',
    group: 'GOV',
    name: { en: 'Training of the management body', fr: 'Formation de l’organe de direction' },
    description: {
      en: 'Its members follow training that lets them judge cyber risk, and have staff offered the same.',
      fr: 'Ses membres suivent une formation leur permettant d’apprécier le risque cyber et en font proposer une au personnel.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'Art3.4',
    group: 'GOV',
    name: { en: 'Registration with the competent authority', fr: 'Enregistrement auprès de l’autorité compétente' },
    description: {
      en: 'The entity declares who it is, its sector and its contact points, and updates them within two weeks.',
      fr: 'L’entité déclare son identité, son secteur et ses points de contact, et les met à jour sous deux semaines.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'Art21.2.a',
    group: 'RISK',
    name: {
      en: 'Policies on risk analysis and information system security',
      fr: 'Politiques relatives à l’analyse des risques et à la sécurité des systèmes d’information',
    },
    description: {
      en: 'Risks are analysed with a stated method, and policies follow from them.',
      fr: 'Les risques sont analysés selon une méthode définie, dont découlent les politiques.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'Art21.2.b',
    group: 'RISK',
    name: { en: 'Incident handling', fr: 'Gestion des incidents' },
    description: {
      en: 'Incidents are prevented, detected, analysed, contained and recovered from.',
      fr: 'Les incidents sont prévenus, détectés, analysés, contenus et surmontés.',
    },
    weight: 3,
    level: 1,
  },
  {
    identifier: 'Art21.2.c',
    group: 'RISK',
    name: { en: 'Business continuity and crisis management', fr: 'Continuité des activités et gestion des crises' },
    description: {
      en: 'Back-ups, recovery after a disaster and crisis management are organised.',
      fr: 'Sauvegardes, reprise après sinistre et gestion de crise sont organisées.',
    },
    weight: 3,
    level: 1,
  },
  {
    identifier: 'Art21.2.d',
    group: 'RISK',
    name: { en: 'Supply chain security', fr: 'Sécurité de la chaîne d’approvisionnement' },
    description: {
      en: 'Relations with direct suppliers and service providers include security.',
      fr: 'Les relations avec les fournisseurs et prestataires directs intègrent la sécurité.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'Art21.2.e',
    group: 'RISK',
    name: {
      en: 'Security in acquisition, development and maintenance',
      fr: 'Sécurité de l’acquisition, du développement et de la maintenance',
    },
    description: {
      en: 'Systems are bought, built and maintained safely; vulnerabilities are handled and disclosed.',
      fr: 'Les systèmes sont acquis, développés et maintenus de façon sûre ; les vulnérabilités sont traitées et divulguées.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'Art21.2.f',
    group: 'RISK',
    name: { en: 'Assessment of the effectiveness of measures', fr: 'Évaluation de l’efficacité des mesures' },
    description: {
      en: 'Policies and procedures tell how well the measures work.',
      fr: 'Des politiques et procédures disent dans quelle mesure les dispositions prises fonctionnent.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'Art21.2.g',
    group: 'RISK',
    name: { en: 'Basic cyber hygiene and training', fr: 'Cyberhygiène de base et formation' },
    description: {
      en: 'Simple good practice is applied by all, and everyone is trained.',
      fr: 'Les bonnes pratiques simples sont appliquées par tous, et chacun est formé.',
    },
    weight: 3,
    level: 1,
  },
  {
    identifier: 'Art21.2.h',
    group: 'RISK',
    name: { en: 'Cryptography and encryption', fr: 'Cryptographie et chiffrement' },
    description: {
      en: 'Policies and procedures govern the use of cryptography and, where suitable, encryption.',
      fr: 'Des politiques et procédures régissent l’usage de la cryptographie et, s’il y a lieu, du chiffrement.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'Art21.2.i',
    group: 'RISK',
    name: {
      en: 'Human resources security, access control and asset management',
      fr: 'Sécurité des ressources humaines, contrôle d’accès et gestion des actifs',
    },
    description: {
      en: 'Arrivals and departures, access rights and assets are kept under control.',
      fr: 'Arrivées et départs, droits d’accès et actifs sont maîtrisés.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'Art21.2.j',
    group: 'RISK',
    name: {
      en: 'Multi-factor authentication and secured communications',
      fr: 'Authentification multifacteur et communications sécurisées',
    },
    description: {
      en: 'Strong or continuous authentication and protected voice, video and text, also in an emergency.',
      fr: 'Authentification forte ou continue et communications vocales, vidéo et textuelles protégées, y compris en urgence.',
    },
    weight: 3,
    level: 1,
  },
  {
    identifier: 'Art21.3',
    group: 'RISK',
    name: { en: 'Vulnerabilities specific to each supplier', fr: 'Vulnérabilités propres à chaque fournisseur' },
    description: {
      en: 'The choice of suppliers takes into account their weaknesses and the quality of their practice.',
      fr: 'Le choix des fournisseurs tient compte de leurs faiblesses et de la qualité de leurs pratiques.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'Art21.4',
    group: 'RISK',
    name: { en: 'Corrective measures without undue delay', fr: 'Mesures correctives sans retard injustifié' },
    description: {
      en: 'A failure to comply is corrected as soon as it is known.',
      fr: 'Un manquement est corrigé dès qu’il est connu.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'Art23.1',
    group: 'REP',
    name: { en: 'Notification of significant incidents', fr: 'Notification des incidents importants' },
    description: {
      en: 'Significant incidents are notified to the authority or the national response team.',
      fr: 'Les incidents importants sont notifiés à l’autorité ou à l’équipe nationale de réponse.',
    },
    weight: 2,
    level: 1,
  },
  {
    identifier: 'Art23.2',
    group: 'REP',
    name: { en: 'Information of the recipients of services', fr: 'Information des destinataires des services' },
    description: {
      en: 'Customers who may be affected learn what to do about a significant threat.',
      fr: 'Les clients susceptibles d’être touchés savent que faire face à une menace importante.',
    },
    weight: 1,
    level: 2,
  },
  {
    identifier: 'Art23.4.a',
    group: 'REP',
    name: { en: 'Early warning within 24 hours', fr: 'Alerte précoce sous 24 heures' },
    description: {
      en: 'A first warning says whether the incident seems malicious or could cross borders.',
      fr: 'Une première alerte dit si l’incident paraît malveillant ou peut franchir les frontières.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'Art23.4.b',
    group: 'REP',
    name: { en: 'Incident notification within 72 hours', fr: 'Notification d’incident sous 72 heures' },
    description: {
      en: 'A notification gives severity, impact and, where known, indicators of compromise.',
      fr: 'Une notification donne la gravité, l’impact et, s’ils sont connus, les indicateurs de compromission.',
    },
    weight: 1,
    level: 1,
  },
  {
    identifier: 'Art23.4.d',
    group: 'REP',
    name: { en: 'Final report within one month', fr: 'Rapport final sous un mois' },
    description: {
      en: 'A final report gives causes, measures taken and cross-border effects.',
      fr: 'Un rapport final donne les causes, les mesures prises et les effets transfrontières.',
    },
    weight: 1,
    level: 1,
  },
]
