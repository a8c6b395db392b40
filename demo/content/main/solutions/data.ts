import type { Solution } from '#demo/content/types.ts'

/** Measure models: data and privacy. */
export const dataSolutions: readonly Solution[] = [
  {
    key: 'classification',
    category: 'data',
    name: { en: 'Classification scheme in four levels', fr: 'Échelle de classification en quatre niveaux' },
    description: {
      en: 'Public, internal, restricted, secret, with one page that says what to do for each.',
      fr: 'Public, interne, restreint, secret, avec une page qui dit que faire pour chacun.',
    },
    yearlyCost: 3,
    buildDays: 20,
    yearlyDays: 6,
    answers: { iso: { 'A.5.12': 100, 'A.5.13': 40 } },
  },
  {
    key: 'labelling-tool',
    category: 'data',
    name: { en: 'Labelling of documents in office tools', fr: 'Marquage des documents dans les outils bureautiques' },
    description: {
      en: 'The label is asked for on saving and follows the file.',
      fr: 'Le marquage est demandé à l’enregistrement et suit le fichier.',
    },
    yearlyCost: 17,
    buildDays: 25,
    yearlyDays: 8,
    answers: { iso: { 'A.5.13': 60, 'A.8.12': 40 } },
  },
  {
    key: 'leak-prevention',
    category: 'data',
    name: { en: 'Control of outgoing sensitive data', fr: 'Contrôle des sorties de données sensibles' },
    description: {
      en: 'Drawings and formulas are recognised when they leave by mail, web or removable media.',
      fr: 'Plans et formulations sont reconnus à la sortie par messagerie, web ou support amovible.',
    },
    yearlyCost: 28,
    buildDays: 40,
    yearlyDays: 20,
    answers: { iso: { 'A.8.12': 60 } },
  },
  {
    key: 'secure-transfer',
    category: 'data',
    name: {
      en: 'File transfer service for outside exchanges',
      fr: 'Service de transfert de fichiers pour les échanges externes',
    },
    description: {
      en: 'Encrypted, dated, erased after thirty days; personal services are blocked.',
      fr: 'Chiffré, daté, effacé après trente jours ; les services personnels sont bloqués.',
    },
    yearlyCost: 10,
    buildDays: 12,
    yearlyDays: 6,
    answers: { iso: { 'A.5.14': 80 } },
  },
  {
    key: 'privacy-register',
    category: 'data',
    name: { en: 'Register of personal data processing', fr: 'Registre des traitements de données personnelles' },
    description: {
      en: 'One hundred and forty entries, each with a purpose, a legal basis, a duration and an owner.',
      fr: 'Cent quarante fiches, chacune avec finalité, base légale, durée et responsable.',
    },
    yearlyCost: 12,
    buildDays: 25,
    yearlyDays: 18,
    answers: { iso: { 'A.5.34': 60 } },
  },
  {
    key: 'privacy-assessment',
    category: 'data',
    name: { en: 'Privacy impact assessments', fr: 'Analyses d’impact sur la vie privée' },
    description: {
      en: 'Done with the data protection officer before a sensitive processing starts.',
      fr: 'Menées avec la déléguée à la protection des données avant tout traitement sensible.',
    },
    yearlyCost: 9,
    buildDays: 12,
    yearlyDays: 20,
    answers: { iso: { 'A.5.34': 40 } },
  },
  {
    key: 'retention-schedule',
    category: 'data',
    name: { en: 'Retention schedule and archiving', fr: 'Calendrier de conservation et archivage' },
    description: {
      en: 'Durations by type of document, sealed archive for accounts and quality records.',
      fr: 'Durées par type de document, archive scellée pour la comptabilité et la qualité.',
    },
    yearlyCost: 8,
    buildDays: 30,
    yearlyDays: 12,
    answers: { iso: { 'A.5.33': 100, 'A.8.10': 70 } },
  },
  {
    key: 'crypto-rules',
    category: 'data',
    name: { en: 'Rules for encryption and key management', fr: 'Règles de chiffrement et de gestion des clés' },
    description: {
      en: 'Accepted algorithms, where keys are kept, who renews certificates and when.',
      fr: 'Algorithmes admis, lieu de conservation des clés, qui renouvelle les certificats et quand.',
    },
    yearlyCost: 11,
    buildDays: 18,
    yearlyDays: 8,
    answers: { iso: { 'A.8.24': 70 }, nis2: { 'Art21.2.h': 60 } },
  },
]
