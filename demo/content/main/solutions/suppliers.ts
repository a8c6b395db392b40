import type { Solution } from '#demo/content/types.ts'

/** Measure models: suppliers and cloud. */
export const suppliersSolutions: readonly Solution[] = [
  {
    key: 'supplier-assessment',
    category: 'suppliers',
    name: {
      en: 'Security assessment of suppliers before signature',
      fr: 'Évaluation de sécurité des fournisseurs avant signature',
    },
    description: {
      en: 'Forty questions by level of exposure, evidence asked for, opinion given to the buyer.',
      fr: 'Quarante questions selon l’exposition, preuves demandées, avis remis à l’acheteur.',
    },
    yearlyCost: 17,
    buildDays: 20,
    yearlyDays: 40,
    answers: { iso: { 'A.5.19': 60 }, nis2: { 'Art21.2.d': 40, 'Art21.3': 60 } },
  },
  {
    key: 'supplier-clauses',
    category: 'suppliers',
    name: { en: 'Security clauses in purchase contracts', fr: 'Clauses de sécurité dans les contrats d’achat' },
    description: {
      en: 'Three models by exposure: notification within 24 hours, right to audit, return of data.',
      fr: 'Trois modèles selon l’exposition : notification sous 24 heures, droit d’audit, restitution des données.',
    },
    yearlyCost: 4,
    buildDays: 14,
    yearlyDays: 10,
    answers: { iso: { 'A.5.20': 100 }, nis2: { 'Art21.2.d': 30 } },
  },
  {
    key: 'supplier-review',
    category: 'suppliers',
    name: { en: 'Yearly review of critical suppliers', fr: 'Revue annuelle des fournisseurs critiques' },
    description: {
      en: 'Fifteen suppliers: incidents, certificates, changes, exit plan.',
      fr: 'Quinze fournisseurs : incidents, certificats, changements, plan de sortie.',
    },
    yearlyCost: 6,
    buildDays: 8,
    yearlyDays: 36,
    answers: { iso: { 'A.5.19': 40, 'A.5.22': 80 }, nis2: { 'Art21.2.d': 30 } },
  },
  {
    key: 'cloud-rules',
    category: 'suppliers',
    name: { en: 'Rules for choosing and leaving cloud services', fr: 'Règles de choix et de sortie des services en nuage' },
    description: {
      en: 'Location of data, sign-in by our directory, way out tested before signature.',
      fr: 'Localisation des données, authentification par notre annuaire, sortie vérifiée avant signature.',
    },
    yearlyCost: 3,
    buildDays: 15,
    yearlyDays: 8,
    answers: { iso: { 'A.5.23': 60 } },
  },
  {
    key: 'cloud-posture',
    category: 'suppliers',
    name: { en: 'Continuous check of cloud configuration', fr: 'Contrôle continu de la configuration en nuage' },
    description: {
      en: 'Public storage, unused keys and open ports are found within the hour.',
      fr: 'Stockages publics, clés inutilisées et ports ouverts sont repérés dans l’heure.',
    },
    yearlyCost: 23,
    buildDays: 18,
    yearlyDays: 14,
    answers: { iso: { 'A.5.23': 40 } },
  },
  {
    key: 'supply-chain',
    category: 'suppliers',
    name: { en: 'Component lists required from software suppliers', fr: 'Listes de composants exigées des éditeurs' },
    description: {
      en: 'Critical suppliers give the list of components and their update policy.',
      fr: 'Les éditeurs critiques remettent la liste des composants et leur politique de mise à jour.',
    },
    yearlyCost: 8,
    buildDays: 20,
    yearlyDays: 15,
    answers: { iso: { 'A.5.21': 100 }, nis2: { 'Art21.3': 40 } },
  },
]
