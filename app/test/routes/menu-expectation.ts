/**
 * The entries of the menu in their order, each with the tabs of its pages, the first of which it opens: written by hand from NAV-13 … NAV-45 and the sheet "List",
 * never derived from the declarations. Of a page that is not named here it is only expected that its place is its own.
 */
export const entries: readonly (readonly string[])[] = [
  // My space.
  ['/home'],
  ['/reviews', '/reviews/proposals'],
  // Operations.
  ['/actions/filtered', '/actions', '/actions/labels', '/actions/catalog'],
  ['/runbooks/all', '/runbooks/tasks', '/runbooks', '/runbooks/global', '/runbooks/catalog'],
  ['/ops/incidents'],
  ['/ops/gaps/all', '/ops/gaps'],
  ['/ops/exemptions/all', '/ops/exemptions', '/ops/exemptions/debt'],
  ['/ops/evidence'],
  ['/ops/campaigns', '/ops/campaigns/all'],
  // Contributions.
  ['/contributions/runtasks'],
  ['/contributions/evaluations'],
  ['/contributions/incidents'],
  ['/contributions/gaps'],
  ['/contributions/exemptions'],
  ['/contributions/projects'],
  ['/contributions/risks'],
  ['/contributions/metrics'],
  ['/local_actions'],
  ['/contributions/evidence'],
  // Strategy.
  ['/org/security-bases'],
  ['/org/policies', '/org/policies/requirements', '/org/questionnaires'],
  ['/org/risks/all', '/org/risks', '/org/risks/analyses', '/org/assets', '/org/assets/values', '/org/risks/catalog'],
  ['/org/modeling', '/org/groupings', '/org/modeling/properties'],
  ['/ops/suppliers', '/ops/suppliers/services', '/ops/suppliers/contracts', '/ops/suppliers/register', '/ops/suppliers/settings'],
  ['/ops/projects'],
  // Performance.
  ['/org2/perimeters', '/org2/forecast', '/score-engine/policy-score-coverage', '/checks', '/org2/benchmark'],
  ['/indicators/dashboard', '/reporting/metrics', '/indicators/catalog'],
  ['/reporting/dashboards', '/reporting/links'],
  ['/org2/reporting', '/org2/reporting/schedules', '/org2/reporting/reviews'],
]

/** The cards of administration, row by row. */
const administration: readonly string[] = [
  '/admin/customer',
  '/admin/archive-import',
  '/admin/instance',
  '/admin/login-message',
  '/admin/properties',
  '/admin/users',
  '/admin/group',
  '/admin/holders',
  '/admin/functions',
  '/admin/contacts',
  '/admin/perimeter_properties',
  '/admin/categories',
  '/admin/labels',
  '/admin/scales/indicator',
  '/admin/scales/eval',
  '/admin/scales/risk',
  '/admin/scales/perimeter',
  '/admin/scales/priority',
  '/admin/scales/weather',
  '/admin/scales/business_impacts',
  '/admin/catalog/measures',
  '/admin/catalog/actions',
  '/admin/catalog/metrics',
  '/admin/catalog/indicators',
  '/admin/catalog/runtasks',
  '/admin/preferences',
  '/admin/auth_config',
  '/admin/licenses',
  '/admin/public_api',
  '/admin/public_api/webhooks',
  '/admin/public_api/scim',
  '/admin/import_reports',
  '/admin/logs',
  '/admin/archive',
  '/admin/catalog/threats',
  '/admin/catalog/risk_matrices',
  '/admin/catalog/questions',
  '/admin/catalog/mapping_sets',
  '/admin/catalog/libraries',
  '/admin/internal_indicators',
  '/admin/internal_metrics',
]

/** Every page that is found from the menu, a tab or the page of administration, and so by the palette. */
export const menu: readonly string[] = [...entries.flat(), ...administration]
