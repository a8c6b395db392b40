/** What checks find, for both filters of a list: found, and accepted for a time. */
export const perimeterFindings = {
  NO_MANAGER: 'Perimeter without a manager',
  NO_POLICY: 'Perimeter without a policy',
} as const
