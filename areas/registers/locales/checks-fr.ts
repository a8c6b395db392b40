export const exemptionFindings = {
  EXPIRED: 'Dérogation accordée dont l’échéance est passée',
  RENEWED_TWICE: 'Dérogation renouvelée deux fois ou plus',
  WAITING: 'Demande de dérogation sans décision',
  UNRELIEVED: 'Dérogation sans compensation ni action',
} as const
export const incidentFindings = {
  CLOCK_LATE: 'Incident avec un délai de notification dépassé',
  UNASSIGNED: 'Incident sans responsable depuis deux jours',
  NO_LESSONS: 'Incident résolu sans retour d’expérience',
  STALLED: 'Incident ouvert sans nouvelle depuis un mois',
} as const
export const gapFindings = {
  NO_ACTION: 'Écart à traiter sans action',
  CLOSED_NO_ACTION: 'Écart résolu sans action',
  REVIEW_OVER: 'Écart accepté dont la revue est passée',
  SEVERE_UNASSIGNED: 'Écart grave sans responsable',
  EFFECT_UNCHECKED: 'Non-conformité close sans contrôle d’efficacité',
} as const
