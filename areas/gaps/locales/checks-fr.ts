export const gapFindings = {
  NO_ACTION: 'Écart à traiter sans action',
  CLOSED_NO_ACTION: 'Écart résolu sans action',
  REVIEW_OVER: 'Écart accepté dont la revue est passée',
  SEVERE_UNASSIGNED: 'Écart grave sans responsable',
  EFFECT_UNCHECKED: 'Non-conformité close sans contrôle d’efficacité',
} as const
