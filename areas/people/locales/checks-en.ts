/** What checks find, for both filters of a list: found, and accepted for a time. */
export const memberFindings = {
  GONE_HOLDING: 'Person gone who still holds objects',
  EXTERNAL_OVER: 'External access that is over and still active',
  ADMIN_NOT_STRONG: 'Administrator with a password alone',
  NEVER_CAME: 'User who never signed in',
} as const
