import type { Catalogue } from '#kit/contract/catalogue.ts'
import type { reportsEn } from './reports-en.ts'

/** Les mots des rapports sur une période. */
export const reportsFr: Catalogue<typeof reportsEn> = {
  names: {
    SCORE: 'Score',
    ACTIONS: 'Actions',
    RISKS: 'Risques',
    GAPS: 'Écarts',
    INCIDENTS: 'Incidents',
    EVALUATIONS: 'Évaluations',
    SUPPLIERS: 'Fournisseurs',
    APPLICABILITY: 'Déclaration d’applicabilité',
    EXEMPTIONS: 'Dérogations',
    MANAGEMENT_REVIEW: 'Revue de direction',
  },
  periods: {
    THIS_MONTH: 'Ce mois-ci',
    LAST_MONTH: 'Le mois dernier',
    THIS_QUARTER: 'Ce trimestre',
    LAST_QUARTER: 'Le trimestre dernier',
    THIS_SEMESTER: 'Ce semestre',
    LAST_SEMESTER: 'Le semestre dernier',
    THIS_YEAR: 'Cette année',
    LAST_YEAR: 'L’année dernière',
    OWN: 'Dates libres',
  },
  report: 'Rapport',
  period: 'Période',
  from: 'Premier jour',
  to: 'Dernier jour',
  perimeter: 'Périmètre',
  whole: 'Tous mes périmètres',
  from_to: '{from} – {to}',
  of: '{from} – {to}, comparé au {from_before} – {to_before}',
  compared_with: 'Comparé au {from} – {to}. Les stocks sont ceux du dernier jour de chaque période.',
  figures: 'Chiffres clés',
  columns: { figure: 'Chiffre', value: 'Valeur', before: 'Période précédente', target: 'Cible' },
  nothing: 'Rien à rapporter',
  nothing_text: 'Aucun chiffre de ce rapport n’est à votre portée.',
  to_write: 'À rédiger quand la revue se tient',
}
