/** What checks find, for both filters of a list: found, and accepted for a time. */
export const exemptionFindings = {
  EXPIRED: 'Exemption in force past its end',
  RENEWED_TWICE: 'Exemption renewed twice or more',
  WAITING: 'Request for an exemption that nobody decides',
  UNRELIEVED: 'Exemption that nothing compensates or ends',
} as const
