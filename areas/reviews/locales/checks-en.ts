/** What checks find, for both filters of a list: found, and accepted for a time. */
export const reviewFindings = {
  WAITING: 'Review open for a month',
} as const
