export const perimeterFindings = {
  NO_MANAGER: 'Périmètre sans pilote',
  NO_POLICY: 'Périmètre sans politique',
} as const
