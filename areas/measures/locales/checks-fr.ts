export const measureFindings = {
  NO_OWNER: 'Mesure mise en œuvre sans responsable',
  UNPROVEN: 'Mesure mise en œuvre sans preuve',
  LOW_NO_ACTION: 'Mesure peu efficace que rien n’améliore',
  PLANNED_NO_ACTION: 'Mesure planifiée sans action ouverte',
  OFFER_WAITING: 'Mesure partagée en attente d’acceptation',
  SAME_AS_ANOTHER: 'Deux mesures qui semblent faire la même chose',
} as const
