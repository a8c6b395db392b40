/** Written from the migrated schema by `npm run schema-types`. */
import type { Generated, GeneratedAlways } from 'kysely'

/** Every table and view by its name. */
export interface Database {
  account: AccountTable
  account_token: AccountTokenTable
  appointment_request: AppointmentRequestTable
  assignment: AssignmentTable
  audit_entry: AuditEntryTable
  audit_head: AuditHeadTable
  audit_log: AuditLogTable
  auth_config: AuthConfigTable
  auth_config__domains: AuthConfig_domainsTable
  auth_config__domains_history: AuthConfig_domainsHistoryTable
  auth_config__mappings: AuthConfig_mappingsTable
  auth_config__mappings_history: AuthConfig_mappingsHistoryTable
  auth_config__sandbox_users: AuthConfig_sandboxUsersTable
  auth_config__sandbox_users_history: AuthConfig_sandboxUsersHistoryTable
  auth_config_history: AuthConfigHistoryTable
  auth_config_state: AuthConfigStateTable
  bulk_edit: BulkEditTable
  category: CategoryTable
  category_history: CategoryHistoryTable
  comment: CommentTable
  comment_history: CommentHistoryTable
  control: ControlTable
  control__threats: Control_threatsTable
  control__threats_history: Control_threatsHistoryTable
  control_group: ControlGroupTable
  control_group_history: ControlGroupHistoryTable
  control_history: ControlHistoryTable
  control_lineage: ControlLineageTable
  control_not_applicable: ControlNotApplicableTable
  control_not_applicable_history: ControlNotApplicableHistoryTable
  control_solution: ControlSolutionTable
  control_solution_history: ControlSolutionHistoryTable
  customer: CustomerTable
  customer_option: CustomerOptionTable
  digest_mail: DigestMailTable
  export_job: ExportJobTable
  file: FileTable
  former_password: FormerPasswordTable
  group: GroupTable
  group__members: Group_membersTable
  group__members_history: Group_membersHistoryTable
  group_history: GroupHistoryTable
  idempotency_key: IdempotencyKeyTable
  identifier_counter: IdentifierCounterTable
  import_line: ImportLineTable
  import_report: ImportReportTable
  import_report_history: ImportReportHistoryTable
  instance: InstanceTable
  label: LabelTable
  label_history: LabelHistoryTable
  library: LibraryTable
  library_content: LibraryContentTable
  library_history: LibraryHistoryTable
  library_reference: LibraryReferenceTable
  library_upload: LibraryUploadTable
  list_setting: ListSettingTable
  login_message: LoginMessageTable
  mapping_pair: MappingPairTable
  mapping_set: MappingSetTable
  mapping_set_history: MappingSetHistoryTable
  measure: MeasureTable
  measure_beneficiary: MeasureBeneficiaryTable
  measure_beneficiary_history: MeasureBeneficiaryHistoryTable
  measure_control: MeasureControlTable
  measure_deduction: MeasureDeductionTable
  measure_history: MeasureHistoryTable
  member: MemberTable
  member__perimeters: Member_perimetersTable
  member__perimeters_history: Member_perimetersHistoryTable
  member_history: MemberHistoryTable
  member_sign_in: MemberSignInTable
  membership: MembershipTable
  onboarding: OnboardingTable
  outbox_mail: OutboxMailTable
  page_view: PageViewTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  perimeter: PerimeterTable
  perimeter__tags: Perimeter_tagsTable
  perimeter_closure: PerimeterClosureTable
  perimeter_history: PerimeterHistoryTable
  perimeter_property: PerimeterPropertyTable
  perimeter_property__options: PerimeterProperty_optionsTable
  perimeter_property__options_history: PerimeterProperty_optionsHistoryTable
  perimeter_property_history: PerimeterPropertyHistoryTable
  perimeter_property_value: PerimeterPropertyValueTable
  perimeter_property_value_history: PerimeterPropertyValueHistoryTable
  picture: PictureTable
  policy: PolicyTable
  policy_application: PolicyApplicationTable
  policy_application_history: PolicyApplicationHistoryTable
  policy_history: PolicyHistoryTable
  policy_version: PolicyVersionTable
  policy_version_history: PolicyVersionHistoryTable
  program: ProgramTable
  program__perimeters: Program_perimetersTable
  program__perimeters_history: Program_perimetersHistoryTable
  program_history: ProgramHistoryTable
  question: QuestionTable
  question__choices: Question_choicesTable
  question__choices_history: Question_choicesHistoryTable
  question_history: QuestionHistoryTable
  rate_limit: RateLimitTable
  recovery_code: RecoveryCodeTable
  remediation: RemediationTable
  remediation__labels: Remediation_labelsTable
  remediation__labels_history: Remediation_labelsHistoryTable
  remediation__measures: Remediation_measuresTable
  remediation__measures_history: Remediation_measuresHistoryTable
  remediation__proofs: Remediation_proofsTable
  remediation__proofs_history: Remediation_proofsHistoryTable
  remediation__tasks: Remediation_tasksTable
  remediation__tasks_history: Remediation_tasksHistoryTable
  remediation_history: RemediationHistoryTable
  requirement_exclusion: RequirementExclusionTable
  reset_request: ResetRequestTable
  risk_matrix: RiskMatrixTable
  risk_matrix_history: RiskMatrixHistoryTable
  saved_view: SavedViewTable
  scale: ScaleTable
  scale__impact_levels: Scale_impactLevelsTable
  scale__impact_levels_history: Scale_impactLevelsHistoryTable
  scale__levels: Scale_levelsTable
  scale__levels_history: Scale_levelsHistoryTable
  scale__probability_levels: Scale_probabilityLevelsTable
  scale__probability_levels_history: Scale_probabilityLevelsHistoryTable
  scale_history: ScaleHistoryTable
  scheduled_run: ScheduledRunTable
  schema_column: SchemaColumnTable
  schema_migration: SchemaMigrationTable
  score_snapshot: ScoreSnapshotTable
  search_document: SearchDocumentTable
  session: SessionTable
  sign_in_attempt: SignInAttemptTable
  solution: SolutionTable
  solution_history: SolutionHistoryTable
  spent_assertion: SpentAssertionTable
  spent_captcha: SpentCaptchaTable
  sso_domain: SsoDomainTable
  sso_request: SsoRequestTable
  tag: TagTable
  tag__perimeters: Tag_perimetersTable
  tag__perimeters_history: Tag_perimetersHistoryTable
  tag_history: TagHistoryTable
  terms_document: TermsDocumentTable
  threat: ThreatTable
  threat_history: ThreatHistoryTable
  wiki_page: WikiPageTable
  wiki_vote: WikiVoteTable
}

export interface AccountTable {
  id: GeneratedAlways<number>
  email: string
  password_hash: string | null
  password_changed_at: Date | null
  admin_type: string | null
  instance_id: number | null
  lang: Generated<string>
  last_customer_id: number | null
  last_sign_in_at: Date | null
  disabled: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  verified_at: Date | null
  auth_type: Generated<string>
  mfa_activated: Generated<boolean>
  mfa_enabled: Generated<boolean>
  mfa_secret: string | null
  mfa_last_step: number | null
  terms_version: Generated<number>
  terms_accepted_at: Date | null
  mfa_asked: Generated<boolean>
  known_before: Generated<boolean>
}

export interface AccountTokenTable {
  token_hash: Buffer
  account_id: number
  purpose: string
  created_at: Date
  expires_at: Date
  sent_by: number | null
}

export interface AppointmentRequestTable {
  customer_id: number
  id: GeneratedAlways<number>
  member_id: number
  type: string | null
  comment: string | null
  created_at: Generated<Date>
}

export interface AssignmentTable {
  customer_id: number
  id: GeneratedAlways<number>
  entity: string
  object_id: number
  member_id: number | null
  group_id: number | null
}

export interface AuditEntryTable {
  customer_id: number
  seq: number
  at: Date
  actor_id: number | null
  impersonator_id: number | null
  source: string
  request_id: string
  previous_hash: string
  hash: string
}

export interface AuditHeadTable {
  customer_id: number
  seq: number
  hash: string
}

export interface AuditLogTable {
  customer_id: number
  seq: number
  n: number
  entity: string
  object_id: number | null
  action: string
  object_version: number | null
  digest: string | null
  details: string | null
  related: string | null
}

export interface AuthConfigTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  name: string
  type: Generated<string>
  enabled: Generated<boolean>
  sandbox: Generated<boolean>
  metadata_url: string | null
  idp_entity_id: string | null
  sso_url: string | null
  x509_certificate: string | null
  logout_url: string | null
  issuer_url: string | null
  client_id: string | null
  scopes: Generated<string>
  jit: Generated<boolean>
  approval: Generated<boolean>
  default_role: Generated<string>
  group_claim: string | null
}

export interface AuthConfig_domainsTable {
  customer_id: number
  id: GeneratedAlways<number>
  owner_id: number
  position: number
  valid_from: Generated<Date>
  domain: string
}

export interface AuthConfig_domainsHistoryTable {
  customer_id: number
  id: number
  owner_id: number
  position: number
  valid_from: Date
  domain: string
  valid_to: Date
}

export interface AuthConfig_mappingsTable {
  customer_id: number
  id: GeneratedAlways<number>
  owner_id: number
  position: number
  valid_from: Generated<Date>
  group_name: string
  role: string
}

export interface AuthConfig_mappingsHistoryTable {
  customer_id: number
  id: number
  owner_id: number
  position: number
  valid_from: Date
  group_name: string
  role: string
  valid_to: Date
}

export interface AuthConfig_sandboxUsersTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Generated<Date>
}

export interface AuthConfig_sandboxUsersHistoryTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Date
  valid_to: Date
}

export interface AuthConfigHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  name: string
  type: string
  enabled: boolean
  sandbox: boolean
  metadata_url: string | null
  idp_entity_id: string | null
  sso_url: string | null
  x509_certificate: string | null
  logout_url: string | null
  issuer_url: string | null
  client_id: string | null
  scopes: string
  jit: boolean
  approval: boolean
  default_role: string
  group_claim: string | null
  valid_from: Date
  valid_to: Date
}

export interface AuthConfigStateTable {
  customer_id: number
  config_id: number
  key: Generated<string>
  client_secret: string | null
  signing_key: string | null
  signing_certificate: string | null
  certificate_expires_on: string | null
  warned_of: string | null
}

export interface BulkEditTable {
  customer_id: number
  id: Generated<string>
  member_id: number | null
  entity: string
  before: unknown
  created_at: Generated<Date>
  undone: Generated<boolean>
}

export interface CategoryTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  name_en: string | null
  name_fr: string | null
  color: string | null
  position: Generated<number>
}

export interface CategoryHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  name_en: string | null
  name_fr: string | null
  color: string | null
  position: number
  valid_from: Date
  valid_to: Date
}

export interface CommentTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  entity: string
  object_id: number
  text: string
}

export interface CommentHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  entity: string
  object_id: number
  text: string
  valid_from: Date
  valid_to: Date
}

export interface ControlTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  policy_version_id: number
  control_group_id: number | null
  lineage_id: number
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  weight: Generated<number>
  level: number | null
  implementation_groups: Generated<unknown>
  typical_evidence: string | null
  source: unknown
  annotation: string | null
  urn: string | null
  translations: unknown
  position: Generated<number>
}

export interface Control_threatsTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Generated<Date>
}

export interface Control_threatsHistoryTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Date
  valid_to: Date
}

export interface ControlGroupTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  policy_version_id: number
  parent_id: number | null
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  weight: number | null
  annotation: string | null
  urn: string | null
  translations: unknown
  position: Generated<number>
}

export interface ControlGroupHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  policy_version_id: number
  parent_id: number | null
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  weight: number | null
  annotation: string | null
  urn: string | null
  translations: unknown
  position: number
  valid_from: Date
  valid_to: Date
}

export interface ControlHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  policy_version_id: number
  control_group_id: number | null
  lineage_id: number
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  weight: number
  level: number | null
  implementation_groups: unknown
  typical_evidence: string | null
  source: unknown
  annotation: string | null
  urn: string | null
  translations: unknown
  position: number
  valid_from: Date
  valid_to: Date
}

export interface ControlLineageTable {
  customer_id: number
  id: GeneratedAlways<number>
  policy_id: number
  key: string
}

export interface ControlNotApplicableTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  perimeter_id: number
  lineage_id: number
  justification: string
}

export interface ControlNotApplicableHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  perimeter_id: number
  lineage_id: number
  justification: string
  valid_from: Date
  valid_to: Date
}

export interface ControlSolutionTable {
  customer_id: number
  lineage_id: number
  solution_id: number
  share: Generated<number>
  to_confirm: Generated<boolean>
  valid_from: Generated<Date>
}

export interface ControlSolutionHistoryTable {
  customer_id: number
  lineage_id: number
  solution_id: number
  share: number
  to_confirm: boolean
  valid_from: Date
  valid_to: Date
}

export interface CustomerTable {
  id: Generated<number>
  instance_id: number
  kind: string
  name: string
  color: string | null
  time_zone: Generated<string>
  lang: Generated<string>
  target_score: number | null
  quotas: Generated<unknown>
  features: Generated<string[]>
  properties: Generated<unknown>
  disabled: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  mfa_mode: string | null
  password_max_age_days: number | null
  context_type: string | null
  flags: Generated<unknown>
  sector: string | null
}

export interface CustomerOptionTable {
  customer_id: number
  id: GeneratedAlways<number>
  type: string
  status: string
  date_start: string
  ends_on: string
  send_reminder: Generated<boolean>
  reminded_on: string | null
  started_by: number
  version: Generated<number>
  updated_at: Generated<Date>
}

export interface DigestMailTable {
  customer_id: number
  member_id: number
  kind: string
  sent_on: string
}

export interface ExportJobTable {
  customer_id: number
  id: Generated<string>
  member_id: number
  entity: string
  request: unknown
  status: Generated<string>
  file_id: number | null
  created_at: Generated<Date>
}

export interface FileTable {
  customer_id: number
  id: GeneratedAlways<number>
  name: string
  mime: string
  size: number
  sha256: string
  storage_key: string
  entity: string | null
  object_id: number | null
  field: string | null
  uploaded_by: number | null
  created_at: Generated<Date>
  detached_at: Date | null
  comment: string | null
  child_id: number | null
}

export interface FormerPasswordTable {
  account_id: number
  password_hash: string
  set_at: Date
}

export interface GroupTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name: string
  description: string | null
  is_staff: Generated<boolean>
}

export interface Group_membersTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Generated<Date>
}

export interface Group_membersHistoryTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Date
  valid_to: Date
}

export interface GroupHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name: string
  description: string | null
  is_staff: boolean
  valid_from: Date
  valid_to: Date
}

export interface IdempotencyKeyTable {
  customer_id: number
  member_id: number
  operation: string
  key: string
  content_hash: Buffer
  reserved: unknown
  answer: string | null
  created_at: Date
}

export interface IdentifierCounterTable {
  customer_id: number
  entity: string
  last: number
}

export interface ImportLineTable {
  customer_id: number
  report_id: number
  position: number
  n: number
  sheet: string | null
  outcome: string
  object_id: number | null
  name: string | null
  cells: Generated<unknown>
  messages: Generated<unknown>
}

export interface ImportReportTable {
  customer_id: number
  id: GeneratedAlways<number>
  kind: string
  file_id: number | null
  file_name: string
  dry_run: Generated<boolean>
  status: Generated<string>
  progress: Generated<number>
  counts: Generated<unknown>
  lines: Generated<unknown>
  result: unknown
  created_by: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  version: Generated<number>
  updated_by: number | null
}

export interface ImportReportHistoryTable {
  customer_id: number
  id: number
  kind: string
  file_id: number | null
  file_name: string
  dry_run: boolean
  status: string
  progress: number
  counts: unknown
  lines: unknown
  result: unknown
  created_by: number | null
  created_at: Date
  updated_at: Date
  version: number
  updated_by: number | null
  valid_from: Date
  valid_to: Date
}

export interface InstanceTable {
  id: Generated<number>
  name: string
  type: Generated<string>
  created_at: Generated<Date>
  mfa_mode: Generated<string>
  password_max_age_days: Generated<number>
  password_history: Generated<number>
  terms_version: Generated<number>
  flags: Generated<unknown>
  version: Generated<number>
  updated_at: Generated<Date>
}

export interface LabelTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  name_en: string | null
  name_fr: string | null
  color: string | null
}

export interface LabelHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  name_en: string | null
  name_fr: string | null
  color: string | null
  valid_from: Date
  valid_to: Date
}

export interface LibraryTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  urn: string
  locale: string
  format: string
  edition: number
  version_label: string
  provider: string | null
  packager: string | null
  copyright_en: string | null
  copyright_fr: string | null
  annotation_en: string | null
  annotation_fr: string | null
  publication_date: string | null
  counts: unknown
  sha256: string
  translations: unknown
}

export interface LibraryContentTable {
  customer_id: number
  library_id: number
  edition: number
  content: unknown
  imported_at: Generated<Date>
}

export interface LibraryHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  urn: string
  locale: string
  format: string
  edition: number
  version_label: string
  provider: string | null
  packager: string | null
  copyright_en: string | null
  copyright_fr: string | null
  annotation_en: string | null
  annotation_fr: string | null
  publication_date: string | null
  counts: unknown
  sha256: string
  translations: unknown
  valid_from: Date
  valid_to: Date
}

export interface LibraryReferenceTable {
  customer_id: number
  lineage_id: number
  kind: string
  urn: string
}

export interface LibraryUploadTable {
  customer_id: number
  report_id: number
  content: Buffer
}

export interface ListSettingTable {
  customer_id: number
  member_id: number
  list: string
  setting: unknown
}

export interface LoginMessageTable {
  id: number
  title_en: string | null
  title_fr: string | null
  content_en: string | null
  content_fr: string | null
  label_button_en: string | null
  label_button_fr: string | null
  link_id_en: string | null
  link_id_fr: string | null
  background_color_en: Generated<string>
  background_color_fr: Generated<string>
  logo: Buffer | null
  logo_mime: string | null
  logo_hash: string | null
  version: Generated<number>
  updated_at: Generated<Date>
}

export interface MappingPairTable {
  customer_id: number
  id: GeneratedAlways<number>
  mapping_set_id: number
  source_urn: string
  target_urn: string
  relationship: string
  rationale: string | null
  strength: number | null
  annotation: string | null
}

export interface MappingSetTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  source_framework_urn: string
  target_framework_urn: string
  catalog_type: Generated<string>
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
}

export interface MappingSetHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  source_framework_urn: string
  target_framework_urn: string
  catalog_type: string
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
  valid_from: Date
  valid_to: Date
}

export interface MeasureTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  solution_id: number
  perimeter_id: number
  category_id: number | null
  status: Generated<string>
  decision: string | null
  justification: string | null
  manager_id: number | null
  base_efficiency: Generated<number>
  efficiency_reason: string | null
  implemented_on: string | null
  serves_self: Generated<boolean>
  kept_differences: unknown
  yearly_cost: number | null
  yearly_internal_charge: number | null
  build_days: number | null
}

export interface MeasureBeneficiaryTable {
  customer_id: number
  measure_id: number
  perimeter_id: number
  accepted: Generated<boolean>
  accepted_by: number | null
  accepted_at: Date | null
  valid_from: Generated<Date>
}

export interface MeasureBeneficiaryHistoryTable {
  customer_id: number
  measure_id: number
  perimeter_id: number
  accepted: boolean
  accepted_by: number | null
  accepted_at: Date | null
  valid_from: Date
  valid_to: Date
}

export interface MeasureControlTable {
  customer_id: number
  id: GeneratedAlways<number>
  measure_id: number
  source: string
  source_id: number
  achieved: number
  due: number
  late: Generated<number>
  stale: Generated<boolean>
  proven: Generated<boolean>
  day: string
}

export interface MeasureDeductionTable {
  customer_id: number
  id: GeneratedAlways<number>
  measure_id: number
  source: string
  source_id: number
  points: number
  opened_on: string
  released_on: string | null
}

export interface MeasureHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  solution_id: number
  perimeter_id: number
  category_id: number | null
  status: string
  decision: string | null
  justification: string | null
  manager_id: number | null
  base_efficiency: number
  efficiency_reason: string | null
  implemented_on: string | null
  serves_self: boolean
  kept_differences: unknown
  yearly_cost: number | null
  yearly_internal_charge: number | null
  build_days: number | null
  valid_from: Date
  valid_to: Date
}

export interface MemberTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  account_id: number | null
  kind: Generated<string>
  email: string
  firstname: string
  lastname: string
  name: GeneratedAlways<string | null>
  initials: string | null
  job_title: string | null
  lang: Generated<string>
  roles: Generated<string[]>
  tag_id: number | null
  is_staff: Generated<boolean>
  disabled: Generated<boolean>
  archived: Generated<boolean>
  is_external: Generated<boolean>
  access_start: string | null
  access_end: string | null
  awaits_approval: Generated<boolean>
  weekly_digest: Generated<boolean>
  daily_notifications: Generated<boolean>
  theme: Generated<string>
  time_zone: string | null
  roles_from_sso: Generated<boolean>
}

export interface Member_perimetersTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Generated<Date>
}

export interface Member_perimetersHistoryTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Date
  valid_to: Date
}

export interface MemberHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  account_id: number | null
  kind: string
  email: string
  firstname: string
  lastname: string
  name: string | null
  initials: string | null
  job_title: string | null
  lang: string
  roles: string[]
  tag_id: number | null
  is_staff: boolean
  disabled: boolean
  archived: boolean
  valid_from: Date
  valid_to: Date
  is_external: Generated<boolean>
  access_start: string | null
  access_end: string | null
  awaits_approval: Generated<boolean>
  weekly_digest: Generated<boolean>
  daily_notifications: Generated<boolean>
  theme: Generated<string>
  time_zone: string | null
  roles_from_sso: Generated<boolean>
}

export interface MemberSignInTable {
  customer_id: number
  member_id: number
  last_at: Date
}

export interface MembershipTable {
  account_id: number
  customer_id: number
  member_id: number
  visiting: Generated<boolean>
  active: Generated<boolean>
  awaits_proof: Generated<boolean>
  starts_on: string | null
  ends_on: string | null
}

export interface OnboardingTable {
  customer_id: number
  steps: Generated<unknown>
  dismissed: Generated<boolean>
  updated_at: Generated<Date>
}

export interface OutboxMailTable {
  customer_id: number
  id: GeneratedAlways<number>
  to_address: string
  lang: string
  subject: string
  text: string
  html: string
  created_at: Generated<Date>
  secret: string | null
}

export interface PageViewTable {
  customer_id: number
  id: GeneratedAlways<number>
  member_id: number
  path: string
  at: Date
}

export interface PasskeyTable {
  id: GeneratedAlways<number>
  account_id: number
  credential_id: string
  public_key: Buffer
  counter: Generated<number>
  transports: Generated<string[]>
  name: string
  created_at: Date
  last_used_at: Date | null
}

export interface PasskeyChallengeTable {
  challenge_hash: Buffer
  purpose: string
  account_id: number | null
  expires_at: Date
}

export interface PerimeterTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  type: Generated<string>
  parent_id: number | null
  description: string | null
  weight: Generated<number>
  manager_id: number | null
  archived: Generated<boolean>
}

export interface Perimeter_tagsTable {
  customer_id: number | null
  owner_id: number | null
  target_id: number | null
}

export interface PerimeterClosureTable {
  customer_id: number
  ancestor_id: number
  descendant_id: number
  depth: number
}

export interface PerimeterHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  type: string
  parent_id: number | null
  description: string | null
  weight: number
  manager_id: number | null
  archived: boolean
  valid_from: Date
  valid_to: Date
}

export interface PerimeterPropertyTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  value_type: Generated<string>
  mandatory: Generated<boolean>
  perimeter_types: Generated<string[]>
  restricted_to_global_pilots: Generated<boolean>
}

export interface PerimeterProperty_optionsTable {
  customer_id: number
  id: GeneratedAlways<number>
  owner_id: number
  position: number
  valid_from: Generated<Date>
  value: string
}

export interface PerimeterProperty_optionsHistoryTable {
  customer_id: number
  id: number
  owner_id: number
  position: number
  valid_from: Date
  value: string
  valid_to: Date
}

export interface PerimeterPropertyHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  value_type: string
  mandatory: boolean
  perimeter_types: string[]
  restricted_to_global_pilots: boolean
  valid_from: Date
  valid_to: Date
}

export interface PerimeterPropertyValueTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  perimeter_id: number
  perimeter_property_id: number
  value: string
}

export interface PerimeterPropertyValueHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  perimeter_id: number
  perimeter_property_id: number
  value: string
  valid_from: Date
  valid_to: Date
}

export interface PictureTable {
  customer_id: number
  id: Generated<string>
  kind: string
  mime: string
  content: Buffer
  created_by: number | null
  created_at: Generated<Date>
}

export interface PolicyTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  kind: string | null
  provider: string | null
  catalog_type: Generated<string>
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
  current_version_id: number | null
  archived: Generated<boolean>
}

export interface PolicyApplicationTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  policy_id: number
  policy_version_id: number
  perimeter_id: number
  weight: Generated<number>
  level: number | null
  implementation_groups: unknown
  target_score: number | null
}

export interface PolicyApplicationHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  policy_id: number
  policy_version_id: number
  perimeter_id: number
  weight: number
  level: number | null
  implementation_groups: unknown
  target_score: number | null
  valid_from: Date
  valid_to: Date
}

export interface PolicyHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  kind: string | null
  provider: string | null
  catalog_type: string
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
  current_version_id: number | null
  archived: boolean
  valid_from: Date
  valid_to: Date
}

export interface PolicyVersionTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  policy_id: number
  number: number
  status: Generated<string>
  published_at: Date | null
  notes: string | null
  min_score: number | null
  max_score: number | null
  implementation_groups: Generated<unknown>
  source: unknown
}

export interface PolicyVersionHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  policy_id: number
  number: number
  status: string
  published_at: Date | null
  notes: string | null
  min_score: number | null
  max_score: number | null
  implementation_groups: unknown
  source: unknown
  valid_from: Date
  valid_to: Date
}

export interface ProgramTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  type: Generated<string>
  is_default: Generated<boolean>
  proof_required_action: string | null
  proof_required_task: string | null
  archived: Generated<boolean>
}

export interface Program_perimetersTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Generated<Date>
}

export interface Program_perimetersHistoryTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Date
  valid_to: Date
}

export interface ProgramHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  type: string
  is_default: boolean
  proof_required_action: string | null
  proof_required_task: string | null
  archived: boolean
  valid_from: Date
  valid_to: Date
}

export interface QuestionTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  framework_urn: string
  node_urn: string
  text_en: string | null
  text_fr: string | null
  type: string
  weight: number | null
  annotation: string | null
  rules: unknown
  position: Generated<number>
  catalog_type: Generated<string>
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
}

export interface Question_choicesTable {
  customer_id: number
  id: GeneratedAlways<number>
  owner_id: number
  position: number
  valid_from: Generated<Date>
  urn: string | null
  value_en: string | null
  value_fr: string | null
  description_en: string | null
  description_fr: string | null
  add_score: number | null
  compute_result: string | null
  color: string | null
  select_implementation_groups: unknown
  translations: unknown
}

export interface Question_choicesHistoryTable {
  customer_id: number
  id: number
  owner_id: number
  position: number
  valid_from: Date
  urn: string | null
  value_en: string | null
  value_fr: string | null
  description_en: string | null
  description_fr: string | null
  add_score: number | null
  compute_result: string | null
  color: string | null
  select_implementation_groups: unknown
  translations: unknown
  valid_to: Date
}

export interface QuestionHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  framework_urn: string
  node_urn: string
  text_en: string | null
  text_fr: string | null
  type: string
  weight: number | null
  annotation: string | null
  rules: unknown
  position: number
  catalog_type: string
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
  valid_from: Date
  valid_to: Date
}

export interface RateLimitTable {
  key: string
  window_start: Date
  hits: number
}

export interface RecoveryCodeTable {
  account_id: number
  code_hash: Buffer
  used_at: Date | null
}

export interface RemediationTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description: string | null
  type: Generated<string>
  source: string | null
  source_id: number | null
  program_id: number
  perimeter_id: number | null
  measure_id: number | null
  status: Generated<string>
  status_reason: string | null
  priority: Generated<number | null>
  manager_id: number | null
  group_id: number | null
  start_date: string | null
  target_date: string | null
  initial_target_date: string | null
  postponements: Generated<number>
  postponement_reason: string | null
  date_locked: Generated<boolean>
  done_date: string | null
  impact: number | null
  defect: string | null
  cost: number | null
  workload: number | null
}

export interface Remediation_labelsTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Generated<Date>
}

export interface Remediation_labelsHistoryTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Date
  valid_to: Date
}

export interface Remediation_measuresTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Generated<Date>
}

export interface Remediation_measuresHistoryTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Date
  valid_to: Date
}

export interface Remediation_proofsTable {
  customer_id: number
  id: GeneratedAlways<number>
  owner_id: number
  position: number
  valid_from: Generated<Date>
  name: string | null
  url: string | null
  comment: string | null
  date: string | null
  author_id: number | null
}

export interface Remediation_proofsHistoryTable {
  customer_id: number
  id: number
  owner_id: number
  position: number
  valid_from: Date
  name: string | null
  url: string | null
  comment: string | null
  date: string | null
  author_id: number | null
  valid_to: Date
}

export interface Remediation_tasksTable {
  customer_id: number
  id: GeneratedAlways<number>
  owner_id: number
  position: number
  valid_from: Generated<Date>
  name: string
  manager_id: number | null
  target_date: string | null
  status: Generated<string>
  proof_url: string | null
}

export interface Remediation_tasksHistoryTable {
  customer_id: number
  id: number
  owner_id: number
  position: number
  valid_from: Date
  name: string
  manager_id: number | null
  target_date: string | null
  status: string
  proof_url: string | null
  valid_to: Date
}

export interface RemediationHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description: string | null
  type: string
  source: string | null
  source_id: number | null
  program_id: number
  perimeter_id: number | null
  measure_id: number | null
  status: string
  status_reason: string | null
  priority: number | null
  manager_id: number | null
  group_id: number | null
  start_date: string | null
  target_date: string | null
  initial_target_date: string | null
  postponements: number
  postponement_reason: string | null
  date_locked: boolean
  done_date: string | null
  impact: number | null
  defect: string | null
  cost: number | null
  workload: number | null
  valid_from: Date
  valid_to: Date
}

export interface RequirementExclusionTable {
  customer_id: number
  id: GeneratedAlways<number>
  perimeter_id: number
  lineage_id: number
  kind: string
  source: string
  source_id: number
  start_on: string
  end_on: string | null
}

export interface ResetRequestTable {
  id: GeneratedAlways<number>
  email: string
  lang: string
  created_at: Date
}

export interface RiskMatrixTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  definition: unknown
  catalog_type: Generated<string>
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
}

export interface RiskMatrixHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string | null
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  definition: unknown
  catalog_type: string
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
  valid_from: Date
  valid_to: Date
}

export interface SavedViewTable {
  customer_id: number
  id: GeneratedAlways<number>
  member_id: number
  list: string
  name: string
  shared: Generated<boolean>
  state: unknown
}

export interface ScaleTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  type: string
  is_default: Generated<boolean>
  matrix: unknown
  impact_types: Generated<string[]>
  catalog_type: Generated<string>
  urn: string | null
  translations: unknown
}

export interface Scale_impactLevelsTable {
  customer_id: number
  id: GeneratedAlways<number>
  owner_id: number
  position: number
  valid_from: Generated<Date>
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
}

export interface Scale_impactLevelsHistoryTable {
  customer_id: number
  id: number
  owner_id: number
  position: number
  valid_from: Date
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  valid_to: Date
}

export interface Scale_levelsTable {
  customer_id: number
  id: GeneratedAlways<number>
  owner_id: number
  position: number
  valid_from: Generated<Date>
  name_en: string | null
  name_fr: string | null
  value: number | null
  low: number | null
  high: number | null
  color: string | null
  description_en: string | null
  description_fr: string | null
  comment_required: Generated<boolean>
  remediation: string | null
  is_compliant: Generated<boolean>
  weight: number | null
  icon: string | null
  financial_en: string | null
  financial_fr: string | null
  operational_en: string | null
  operational_fr: string | null
  legal_en: string | null
  legal_fr: string | null
  image_en: string | null
  image_fr: string | null
  human_en: string | null
  human_fr: string | null
}

export interface Scale_levelsHistoryTable {
  customer_id: number
  id: number
  owner_id: number
  position: number
  valid_from: Date
  name_en: string | null
  name_fr: string | null
  value: number | null
  low: number | null
  high: number | null
  color: string | null
  description_en: string | null
  description_fr: string | null
  comment_required: boolean
  remediation: string | null
  is_compliant: boolean
  weight: number | null
  icon: string | null
  financial_en: string | null
  financial_fr: string | null
  operational_en: string | null
  operational_fr: string | null
  legal_en: string | null
  legal_fr: string | null
  image_en: string | null
  image_fr: string | null
  human_en: string | null
  human_fr: string | null
  valid_to: Date
}

export interface Scale_probabilityLevelsTable {
  customer_id: number
  id: GeneratedAlways<number>
  owner_id: number
  position: number
  valid_from: Generated<Date>
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
}

export interface Scale_probabilityLevelsHistoryTable {
  customer_id: number
  id: number
  owner_id: number
  position: number
  valid_from: Date
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  valid_to: Date
}

export interface ScaleHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  type: string
  is_default: boolean
  matrix: unknown
  impact_types: string[]
  catalog_type: string
  urn: string | null
  translations: unknown
  valid_from: Date
  valid_to: Date
}

export interface ScheduledRunTable {
  customer_id: number
  job: string
  next_at: Date
}

export interface SchemaColumnTable {
  table_name: string
  column_name: string
  added_at: Generated<Date>
}

export interface SchemaMigrationTable {
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export interface ScoreSnapshotTable {
  customer_id: number
  day: string
  published_at: Generated<Date>
  results: unknown
  facts: Buffer
}

export interface SearchDocumentTable {
  customer_id: number
  entity: string
  id: number
  text: string
}

export interface SessionTable {
  customer_id: number
  token_hash: Buffer
  member_id: number
  account_id: number
  admin_type: string | null
  impersonator_id: number | null
  created_at: Date
  last_used_at: Date
  expires_at: Date
  user_agent: string | null
  ip_hash: string | null
  method: Generated<string>
  tied: Generated<boolean>
  mode: Generated<string>
  pending: Generated<string[]>
  instance_id: number | null
  impersonator_account_id: number | null
  impersonator_name: string | null
  return_customer_id: number | null
  return_until: Date | null
  password_ends_at: Date | null
}

export interface SignInAttemptTable {
  email: string
  failures: number
  locked_until: Date | null
  last_at: Date
}

export interface SolutionTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  category_id: number | null
  nature: string | null
  yearly_cost: number | null
  yearly_internal_charge: number | null
  build_days: number | null
  csf_function: string | null
  typical_evidence: string | null
  annotation: string | null
  catalog_type: Generated<string>
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
  archived: Generated<boolean>
}

export interface SolutionHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  category_id: number | null
  nature: string | null
  yearly_cost: number | null
  yearly_internal_charge: number | null
  build_days: number | null
  csf_function: string | null
  typical_evidence: string | null
  annotation: string | null
  catalog_type: string
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
  archived: boolean
  valid_from: Date
  valid_to: Date
}

export interface SpentAssertionTable {
  assertion_hash: Buffer
  expires_at: Date
}

export interface SpentCaptchaTable {
  captcha_hash: Buffer
  expires_at: Date
}

export interface SsoDomainTable {
  domain: string
  customer_id: number
  config_id: number
  confirmed_at: Generated<Date>
}

export interface SsoRequestTable {
  request_hash: Buffer
  customer_id: number
  config_id: number
  browser_hash: Buffer
  redirect: string | null
  expires_at: Date
}

export interface TagTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  name_en: string | null
  name_fr: string | null
  color: string | null
}

export interface Tag_perimetersTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Generated<Date>
}

export interface Tag_perimetersHistoryTable {
  customer_id: number
  owner_id: number
  target_id: number
  valid_from: Date
  valid_to: Date
}

export interface TagHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  name_en: string | null
  name_fr: string | null
  color: string | null
  valid_from: Date
  valid_to: Date
}

export interface TermsDocumentTable {
  instance_id: number
  version: number
  text_en: string | null
  text_fr: string | null
  published_at: Date
  published_by: string | null
}

export interface ThreatTable {
  customer_id: number
  id: GeneratedAlways<number>
  version: Generated<number>
  created_at: Generated<Date>
  created_by: number | null
  updated_at: Generated<Date>
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  annotation: string | null
  catalog_type: Generated<string>
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
}

export interface ThreatHistoryTable {
  customer_id: number
  id: number
  version: number
  created_at: Date
  created_by: number | null
  updated_at: Date
  updated_by: number | null
  identifier: string
  name_en: string | null
  name_fr: string | null
  description_en: string | null
  description_fr: string | null
  annotation: string | null
  catalog_type: string
  urn: string | null
  origin_customer_id: number | null
  origin_id: number | null
  origin_version: number | null
  translations: unknown
  valid_from: Date
  valid_to: Date
}

export interface WikiPageTable {
  identifier: string
  id: GeneratedAlways<number>
  edited: Generated<boolean>
  title_en: string | null
  title_fr: string | null
  content_en: string | null
  content_fr: string | null
  children: Generated<string[]>
  link_id: string | null
  provider: string | null
  version: Generated<number>
  updated_at: Date | null
}

export interface WikiVoteTable {
  identifier: string
  account_id: number
  rating: number
  voted_at: Date
}
