export const remediationFindings = {
  UNPROVEN: 'Action terminée sans preuve',
  LATE_SILENT: 'Action en retard sans motif',
  NOT_STARTED: 'Action planifiée dont la date de début est passée',
  POSTPONED: 'Action reportée trois fois ou plus',
  UNASSIGNED: 'Action planifiée ou en cours sans responsable',
  OPEN_TASKS: 'Action terminée avec des tâches à faire',
  LONG_STANDBY: 'Action en attente depuis trois mois',
} as const
