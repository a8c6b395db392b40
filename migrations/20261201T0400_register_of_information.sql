-- What the register of information asks of suppliers besides: their registered name, a further code, where their ultimate parent is; the licensed activity of a function; and by
-- which questionnaire suppliers are evaluated, by their criticality.

alter table supplier add column legal_name text, add column additional_code_type text, add column additional_code text, add column parent_country text;
alter table supplier add constraint supplier_additional_code_type_check check (additional_code_type in ('LEI', 'EUID', 'CRN', 'VAT', 'NATIONAL', 'PASSPORT'));
alter table supplier_history add column legal_name text, add column additional_code_type text, add column additional_code text, add column parent_country text;

alter table supplier_service add column licensed_activity text;
alter table supplier_service_history add column licensed_activity text;

alter table supplier_setting add column evaluated_by jsonb not null default '{}' check (jsonb_typeof(evaluated_by) = 'object');
