/** Written from the migrated schema by `npm run schema-types`. */
import type { Generated, GeneratedAlways } from 'kysely'

/** Every table and view by its name. */
export interface Database {
  audit_entry: AuditEntryTable
  audit_head: AuditHeadTable
  audit_log: AuditLogTable
  bulk_edit: BulkEditTable
  comment: CommentTable
  comment_history: CommentHistoryTable
  customer: CustomerTable
  export_job: ExportJobTable
  file: FileTable
  identifier_counter: IdentifierCounterTable
  import_report: ImportReportTable
  instance: InstanceTable
  list_setting: ListSettingTable
  rate_limit: RateLimitTable
  saved_view: SavedViewTable
  schema_column: SchemaColumnTable
  schema_migration: SchemaMigrationTable
  search_document: SearchDocumentTable
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
}

export interface BulkEditTable {
  customer_id: number
  id: Generated<string>
  member_id: number
  entity: string
  before: unknown
  created_at: Generated<Date>
  undone: Generated<boolean>
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
}

export interface IdentifierCounterTable {
  customer_id: number
  entity: string
  last: number
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
}

export interface InstanceTable {
  id: Generated<number>
  name: string
  type: Generated<string>
  created_at: Generated<Date>
}

export interface ListSettingTable {
  customer_id: number
  member_id: number
  list: string
  setting: unknown
}

export interface RateLimitTable {
  key: string
  window_start: Date
  hits: number
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

export interface SearchDocumentTable {
  customer_id: number
  entity: string
  id: number
  text: string
  tsv: GeneratedAlways<string | null>
}
