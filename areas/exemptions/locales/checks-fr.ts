export const exemptionFindings = {
  EXPIRED: 'Dérogation accordée dont l’échéance est passée',
  RENEWED_TWICE: 'Dérogation renouvelée deux fois ou plus',
  WAITING: 'Demande de dérogation sans décision',
  UNRELIEVED: 'Dérogation sans compensation ni action',
} as const
