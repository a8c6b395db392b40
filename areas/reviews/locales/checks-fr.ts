export const reviewFindings = {
  WAITING: 'Revue ouverte depuis un mois',
} as const
