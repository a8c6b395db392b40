-- Security projects: their steps with the days on which they were left, what was decided about going live, and what names them.

create table isp_project (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text not null collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description text,
  perimeter_id bigint,
  tag_id bigint,
  manager_id bigint,
  group_id bigint,
  dev_step text not null default 'IDENTIFICATION' check (dev_step in ('IDENTIFICATION', 'CLASSIFICATION', 'DESIGN', 'BUILD', 'TEST', 'DECISION', 'PRODUCTION', 'CLOSE')),
  step_since date,
  left_identification date,
  left_classification date,
  left_design date,
  left_build date,
  left_test date,
  left_decision date,
  left_production date,
  target_date date,
  status text not null default 'ONGOING' check (status in ('ONGOING', 'INTERRUPTED', 'CLOSED')),
  status_reason text,
  closed_from text check (closed_from in ('IDENTIFICATION', 'CLASSIFICATION', 'DESIGN', 'BUILD', 'TEST', 'DECISION', 'PRODUCTION', 'CLOSE')),
  decision text check (decision in ('GO', 'NOGO')),
  decision_comment text,
  decision_date date,
  decision_author_id bigint,
  criticality text check (criticality in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  criticality_reason text,
  classified_on date,
  target_level int check (target_level between 0 and 100),
  weather_project int check (weather_project between 0 and 100),
  weather_program int check (weather_program between 0 and 100),
  budget numeric(14, 2) check (budget between 0 and 1000000),
  budget_spent numeric(14, 2) check (budget_spent between 0 and 1000000),
  budget_committed numeric(14, 2) check (budget_committed between 0 and 1000000),
  program_id bigint,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, tag_id) references tag (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  foreign key (customer_id, decision_author_id) references member (customer_id, id),
  foreign key (customer_id, program_id) references program (customer_id, id)
);
create index on isp_project (customer_id, perimeter_id);
create index on isp_project (customer_id, tag_id);
create index on isp_project (customer_id, manager_id);
create index on isp_project (customer_id, group_id);
create index on isp_project (customer_id, decision_author_id);
create index on isp_project (customer_id, program_id);
call entity_table('isp_project');
call link_table('isp_project', 'members', 'member');
call link_table('isp_project', 'reservations', 'remediation');

-- What lists sort by, and whose actions rest.
create index on isp_project (customer_id, (dev_step = 'CLOSE'), target_date, id);
create index on isp_project (customer_id, dev_step, id);
create index on isp_project (customer_id) include (id) where status = 'CLOSED';
create index on isp_project (customer_id, (coalesce(name_en, name_fr)), id);
create index on isp_project (customer_id, (coalesce(name_fr, name_en)), id);

-- What an organisation sets about all of them; without a row, what the product proposes.
create table isp_setting (
  customer_id bigint primary key references customer,
  steps jsonb not null default '{}' check (jsonb_typeof(steps) = 'object'),
  questionnaire_id bigint,
  accumulator text,
  version int not null default 1,
  foreign key (customer_id, questionnaire_id) references questionnaire (customer_id, id)
);
create index on isp_setting (customer_id, questionnaire_id);
call tenant_policies('isp_setting');

-- Actions, campaigns and exemptions of a project.
alter table remediation add column project_id bigint, add column source_object_isp_project_id bigint;
alter table remediation_history add column project_id bigint, add column source_object_isp_project_id bigint;
alter table remediation add foreign key (customer_id, project_id) references isp_project (customer_id, id);
alter table remediation add foreign key (customer_id, source_object_isp_project_id) references isp_project (customer_id, id);
create index on remediation (customer_id, project_id);
create index on remediation (customer_id, source_object_isp_project_id);
do $$
declare
  one text;
begin
  select conname into strict one from pg_constraint where conrelid = 'remediation'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%source_object_exemption_id%';
  execute format('alter table remediation drop constraint %I', one);
end $$;
alter table remediation add check (num_nonnulls(source_object_measure_id, source_object_incident_id, source_object_gap_id, source_object_exemption_id,
  source_object_evaluation_id, source_object_risk_id, source_object_isp_project_id) <= 1);

alter table campaign add column project_id bigint;
alter table campaign_history add column project_id bigint;
alter table campaign add foreign key (customer_id, project_id) references isp_project (customer_id, id);
create index on campaign (customer_id, project_id);

alter table exemption add column project_id bigint;
alter table exemption_history add column project_id bigint;
alter table exemption add foreign key (customer_id, project_id) references isp_project (customer_id, id);
create index on exemption (customer_id, project_id);
