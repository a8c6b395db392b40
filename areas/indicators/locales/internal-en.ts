/** The indicators that the product brings, for the provider's page. */
export const internalEn = {
  title: 'Product indicators',
  hint: 'Every organisation may adopt these from its catalogue; they work themselves out of what Vigie counts. Values stay with each organisation: here only how many use them.',
  no_match: 'No product indicator matches',
  identifier: 'Identifier',
  name: 'Name',
  other_name: 'Name in French',
  description: 'Meaning',
  type: 'Type',
  formula: 'Formula',
  metrics: 'Product metrics',
  periodicity: 'Periodicity',
  target: 'Target',
  at_least: '{value, number} {unit}',
  customers: 'Adopted by',
  using_it: 'Used by',
  indicators: 'Indicators',
} as const
