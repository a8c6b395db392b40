export const evidenceFindings = {
  EXPIRED_IN_USE: 'Preuve expirée encore utilisée',
  UNUSED: 'Preuve rattachée à rien',
  NO_OWNER: 'Preuve utilisée sans responsable',
} as const
