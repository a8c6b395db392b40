export const controlFindings = {
  NO_MEASURE: 'Exigence sans mesure',
} as const
export const policyFindings = {
  NOT_PUBLISHED: 'Politique sans version publiée',
  NOT_APPLIED: 'Politique publiée qui ne s’applique nulle part',
  OUTDATED: 'Politique appliquée dans une ancienne version',
} as const
