/**
 * The menu's order, category by category, written by hand from NAV-13 … NAV-45 and never derived from the declarations. Of a page that is not named here it is
 * only expected that its place is its own.
 */
export const menu: readonly string[] = [
  // My space.
  '/home',
  // Operations.
  '/ops/incidents',
  '/ops/gaps',
  '/ops/exemptions',
  '/ops/evidence',
  // Contributions.
  '/contributions/runtasks',
  '/contributions/incidents',
  '/contributions/gaps',
  '/contributions/exemptions',
  '/contributions/metrics',
  '/local_actions',
  '/contributions/evidence',
  // Strategy.
  '/org/security-bases',
  '/org/policies',
  '/org/questionnaires',
  '/org/modeling',
  '/org/groupings',
  // Actions.
  '/actions',
  '/actions/filtered',
  '/actions/labels',
  // Recurring tasks.
  '/runbooks',
  '/runbooks/tasks',
  // Performance.
  '/org2/perimeters',
  '/indicators/dashboard',
  '/reporting/metrics',
  '/score-engine/policy-score-coverage',
  '/ops/exemptions/debt',
  '/org2/forecast',
  '/checks',
  // Administration.
  '/admin/customer',
  '/admin/instance',
  '/admin/login-message',
  '/admin/users',
  '/admin/group',
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
  '/admin/import_reports',
  '/admin/catalog/threats',
  '/admin/catalog/risk_matrices',
  '/admin/catalog/questions',
  '/admin/catalog/mapping_sets',
  '/admin/catalog/libraries',
]
