export const incidentFindings = {
  CLOCK_LATE: 'Incident avec un délai de notification dépassé',
  UNASSIGNED: 'Incident sans responsable depuis deux jours',
  NO_LESSONS: 'Incident résolu sans retour d’expérience',
  STALLED: 'Incident ouvert sans nouvelle depuis un mois',
} as const
