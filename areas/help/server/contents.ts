import type { PageGroup } from '#areas/help/contract/calls.ts'

/** A page and what it leads on to. */
type Pages = Readonly<Record<string, readonly string[]>>

/** The table of contents: every page, in the order in which it may be read, with its children. Each has a file per language in `areas/help/pages`. */
export const contents: readonly { readonly group: PageGroup; readonly pages: Pages }[] = [
  {
    group: 'start',
    pages: {
      home: ['home_onboarding_step', 'cockpit', 'lists', 'records', 'scores', 'sign_in', 'profile'],
      home_onboarding_step: ['admin_users', 'org_policies_import', 'org_modeling', 'cockpit'],
      sign_in: ['strong_authentication', 'single_sign_on', 'profile'],
      strong_authentication: ['sign_in', 'profile'],
      single_sign_on: ['sign_in', 'admin_auth_config'],
      profile: ['strong_authentication', 'sign_in', 'contributor_mode'],
      contributor_mode: ['local_actions', 'my_objects'],
      cgu: ['sign_in'],
    },
  },
  {
    group: 'everywhere',
    pages: {
      reviews: ['actions_filtered', 'ops_incidents', 'records'],
      lists: ['records', 'import_excel'],
      records: ['lists', 'relations'],
      relations: ['records', 'lists'],
      scores: ['org_policies_id_scores', 'org2_perimeters', 'score_engine_policy_score_coverage'],
      import_formats: ['org_policies_import', 'import_excel', 'admin_import_reports'],
      import_excel: ['import_formats', 'lists', 'admin_import_reports'],
    },
  },
  {
    group: 'my_space',
    pages: {
      cockpit: ['scores', 'actions_filtered', 'org2_perimeters'],
      my_objects: ['local_actions', 'actions_filtered'],
      local_actions: ['local_actions_id', 'my_objects', 'contributor_mode'],
      local_actions_id: ['local_actions', 'records', 'lists'],
    },
  },
  {
    group: 'operations',
    pages: {
      ops_incidents: ['contributions_incidents', 'incidents_declare', 'lists', 'records'],
      incidents_declare: ['contributions_incidents', 'ops_incidents'],
      contributions_incidents: ['incidents_declare', 'ops_incidents', 'my_objects'],
      ops_evidence: ['contributions_evidence', 'actions_id', 'scores'],
      contributions_evidence: ['ops_evidence', 'my_objects'],
      ops_gaps: ['ops_gaps_id', 'ops_gaps_all'],
      ops_gaps_id: ['ops_gaps', 'import_formats'],
      ops_gaps_all: ['ops_gaps', 'lists'],
      ops_exemptions: ['ops_exemptions_id', 'ops_exemptions_all', 'scores'],
      ops_exemptions_id: ['ops_exemptions', 'scores'],
      ops_exemptions_all: ['ops_exemptions', 'lists'],
      ops_exemptions_debt: ['ops_exemptions', 'scores'],
      contributions_gaps: ['ops_gaps', 'my_objects'],
      contributions_exemptions: ['ops_exemptions', 'my_objects'],
    },
  },
  {
    group: 'strategy',
    pages: {
      org_security_bases: ['org_security_bases_perimeter_measures', 'org_policies', 'scores'],
      org_security_bases_perimeter_measures: ['org_security_bases_perimeter_differences', 'actions', 'scores'],
      org_security_bases_perimeter_differences: ['org_security_base_diff_id', 'admin_catalog_measures'],
      org_security_base_diff_id: ['org_security_bases_perimeter_differences', 'admin_catalog_measures'],
      org_policies: ['org_policies_id', 'admin_catalog_policies', 'org_policies_shelf', 'org_policies_id_scores'],
      org_policies_id: ['linking', 'admin_catalog_policies_id_diff_ref', 'org_policies_statement_id', 'org_policies_id_scores', 'admin_catalog_measures'],
      linking: ['org_policies_id', 'admin_catalog_measures', 'admin_catalog_mapping_sets'],
      org_policies_shelf: ['org_policies_imported_id', 'org_policies_import', 'import_formats'],
      org_policies_imported_id: ['org_policies_shelf', 'linking', 'org_policies_id'],
      org_policies_import: ['import_formats', 'admin_import_reports', 'org_policies'],
      admin_catalog_policies_id_diff_ref: ['org_policies_id', 'org_policies_statement_id'],
      org_policies_statement_id: ['org_policies_id', 'org_policies_id_scores'],
      org_modeling: ['org_groupings', 'org_modeling_properties', 'admin_perimeter_properties'],
      org_groupings: ['org_modeling', 'admin_users', 'org2_perimeters'],
      org_modeling_properties: ['admin_perimeter_properties', 'org_modeling'],
    },
  },
  {
    group: 'actions',
    pages: {
      actions: ['actions_id', 'actions_filtered', 'admin_labels'],
      actions_id: ['actions_id_mapping', 'records', 'actions_filtered'],
      actions_id_mapping: ['actions_id', 'org_security_bases_perimeter_measures'],
      actions_filtered: ['actions', 'lists', 'admin_labels'],
      actions_labels: ['actions_filtered', 'admin_labels'],
    },
  },
  {
    group: 'performance',
    pages: {
      org2_perimeters: ['scores', 'org_policies_id_scores', 'org_modeling'],
      score_engine_policy_score_coverage: ['scores', 'org_policies_id_scores'],
      org_policies_id_scores: ['scores', 'org_policies_id', 'org_security_bases_perimeter_measures'],
    },
  },
  {
    group: 'administration',
    pages: {
      admin_users: ['admin_group', 'admin_auth_config', 'contributor_mode'],
      admin_group: ['admin_users'],
      admin_preferences: ['strong_authentication', 'admin_auth_config', 'admin_instance'],
      admin_auth_config: ['single_sign_on', 'strong_authentication'],
      admin_perimeter_properties: ['org_modeling_properties', 'org_modeling'],
      admin_categories: ['admin_catalog_measures'],
      admin_labels: ['actions_filtered'],
      admin_scales_indicator: ['scores'],
      admin_scales_eval: ['records'],
      admin_scales_risk: ['admin_catalog_risk_matrices'],
      admin_scales_perimeter: ['org_modeling'],
      admin_scales_priority: ['actions_filtered'],
      admin_scales_weather: ['records'],
      admin_scales_business_impacts: ['admin_scales_risk'],
      admin_catalog_policies: ['org_policies_id', 'admin_catalog_measures', 'org_policies'],
      admin_catalog_measures: ['admin_catalog_policies', 'org_policies_id', 'org_security_bases', 'admin_categories'],
      admin_catalog_threats: ['admin_catalog_libraries'],
      admin_catalog_risk_matrices: ['admin_catalog_libraries'],
      admin_catalog_questions: ['admin_catalog_libraries'],
      admin_catalog_mapping_sets: ['org_policies_id', 'admin_catalog_libraries'],
      admin_catalog_libraries: ['org_policies_import', 'import_formats'],
      admin_import_reports: ['import_formats', 'org_policies_import'],
    },
  },
  {
    group: 'provider',
    pages: {
      admin_customer: ['admin_instance', 'admin_users'],
      admin_instance: ['admin_customer', 'strong_authentication', 'cgu'],
      admin_login_message: ['admin_instance', 'cgu'],
    },
  },
]
