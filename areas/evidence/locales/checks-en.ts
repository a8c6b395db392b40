/** What checks find, for both filters of a list: found, and accepted for a time. */
export const evidenceFindings = {
  EXPIRED_IN_USE: 'Expired evidence that still proves something',
  UNUSED: 'Evidence that proves nothing',
  NO_OWNER: 'Evidence in use without a manager',
} as const
