-- Campaigns, the evaluations of perimeters in them, and what was answered.

create table campaign (
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
  campaign_source text not null default 'POLICY' check (campaign_source in ('POLICY', 'QUESTIONNAIRE', 'PROJECT')),
  policy_id bigint,
  policy_version_id bigint,
  questionnaire_id bigint,
  edition int check (edition >= 1),
  eval_scale_id bigint,
  scope text not null default 'PERIMETERS' check (scope in ('PERIMETERS', 'TREE', 'TAG', 'POLICY')),
  tag_id bigint,
  auto_join boolean not null default false,
  metric_entry_date date,
  date_start date,
  limit_date_evaluation date,
  end_date date,
  remediation_enabled boolean not null default false,
  limit_date_remediation date,
  target_level int check (target_level between 0 and 100),
  target_value int check (target_value between 0 and 100),
  comment_required boolean not null default false,
  proofs text not null default 'ALLOWED' check (proofs in ('NOT_ALLOWED', 'ALLOWED', 'REQUIRED')),
  na_allowed boolean not null default true,
  external_codes boolean not null default false,
  invitation_en text,
  invitation_fr text,
  reminder_en text,
  reminder_fr text,
  program_id bigint,
  manager_id bigint,
  group_id bigint,
  status text not null default 'INIT' check (status in ('INIT', 'TO_BE_PLANNED', 'READY', 'METRIC_ENTRY', 'STARTED', 'FINISHED')),
  closed_on date,
  copied_from_id bigint,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, policy_id) references policy (customer_id, id),
  foreign key (customer_id, policy_version_id) references policy_version (customer_id, id),
  foreign key (customer_id, questionnaire_id) references questionnaire (customer_id, id),
  foreign key (customer_id, eval_scale_id) references scale (customer_id, id),
  foreign key (customer_id, tag_id) references tag (customer_id, id),
  foreign key (customer_id, program_id) references program (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  foreign key (customer_id, copied_from_id) references campaign (customer_id, id),
  -- What is evaluated is a policy or a questionnaire, once it is said.
  check (policy_id is null or questionnaire_id is null),
  check (edition is null or questionnaire_id is not null)
);
create index on campaign (customer_id, policy_id);
create index on campaign (customer_id, policy_version_id);
create index on campaign (customer_id, questionnaire_id);
create index on campaign (customer_id, eval_scale_id);
create index on campaign (customer_id, tag_id);
create index on campaign (customer_id, program_id);
create index on campaign (customer_id, manager_id);
create index on campaign (customer_id, group_id);
create index on campaign (customer_id, copied_from_id);
call entity_table('campaign');
call link_table('campaign', 'perimeters', 'perimeter');

create table campaign__levels (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  value int not null check (value between 0 and 100),
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references campaign (customer_id, id) on delete cascade
);
create index on campaign__levels (customer_id, owner_id);
call owned_table('campaign__levels');

create table campaign__reminders (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  days int not null check (days between 0 and 365),
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references campaign (customer_id, id) on delete cascade
);
create index on campaign__reminders (customer_id, owner_id);
call owned_table('campaign__reminders');

create table evaluation (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  campaign_id bigint not null,
  perimeter_id bigint not null,
  status text not null default 'NOT_STARTED' check (status in ('NOT_STARTED', 'STARTED', 'WAITING_VALIDATION', 'VALIDATED', 'REJECTED', 'IGNORED')),
  evaluator_id bigint,
  group_id bigint,
  validator_id bigint,
  validator_group_id bigint,
  limit_date date,
  due_date date,
  justification text,
  submitted_at timestamptz,
  submitted_by_id bigint,
  decided_at timestamptz,
  decided_by_id bigint,
  self_validated boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, campaign_id, perimeter_id),
  foreign key (customer_id, campaign_id) references campaign (customer_id, id) on delete cascade,
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, evaluator_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  foreign key (customer_id, validator_id) references member (customer_id, id),
  foreign key (customer_id, validator_group_id) references "group" (customer_id, id),
  foreign key (customer_id, submitted_by_id) references member (customer_id, id),
  foreign key (customer_id, decided_by_id) references member (customer_id, id)
);
create index on evaluation (customer_id, perimeter_id);
create index on evaluation (customer_id, evaluator_id);
create index on evaluation (customer_id, group_id);
create index on evaluation (customer_id, validator_id);
create index on evaluation (customer_id, validator_group_id);
create index on evaluation (customer_id, submitted_by_id);
create index on evaluation (customer_id, decided_by_id);
call entity_table('evaluation');
call link_table('evaluation', 'helpers', 'member');

-- How far an evaluation is: written with each answer, without a version of the evaluation for each of them. Whoever answers holds this row.
create table evaluation_standing (
  customer_id bigint not null references customer,
  evaluation_id bigint not null,
  -- Requirements that are not asked of this perimeter: out of level, or not applicable there on the day of the start.
  left_out bigint[] not null default '{}',
  -- What counts among what is asked: of a questionnaire, what its answers show.
  asked int not null default 0 check (asked >= 0),
  answered int not null default 0 check (answered between 0 and asked),
  -- Percent, exact; null where nothing counts.
  score numeric(9, 6) check (score between 0 and 100),
  -- Each group or section by its id or key: how it stands.
  parts jsonb not null default '{}',
  -- What the accumulators of a questionnaire have come to.
  accumulators jsonb not null default '{}',
  -- Raised by each answer.
  revision int not null default 0,
  answered_at timestamptz,
  primary key (customer_id, evaluation_id),
  foreign key (customer_id, evaluation_id) references evaluation (customer_id, id) on delete cascade
);
call tenant_policies('evaluation_standing');

-- What was said of one requirement or question; "item" is whichever it is.
create table evaluation_answer (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  valid_from timestamptz not null default moment(),
  evaluation_id bigint not null,
  control_id bigint,
  element_id bigint,
  item bigint not null generated always as (coalesce(control_id, element_id)) stored,
  -- The value of a level of the campaign's scale.
  level int check (level between 0 and 100),
  -- Of a question: keys of options, a number, a text, a day.
  value jsonb,
  na boolean not null default false,
  justification text check (length(justification) <= 4000),
  comment text check (length(comment) <= 4000),
  -- Percent that it is worth; null where it counts nowhere.
  worth numeric(6, 3) check (worth between 0 and 100),
  -- All that the campaign's rules ask of it is there.
  complete boolean not null default false,
  -- Of a question that other answers hide: kept, and counted nowhere.
  hidden boolean not null default false,
  -- As it was answered in the campaign that this one repeats, until somebody says it again.
  suggested boolean not null default false,
  answered_by_id bigint,
  answered_at timestamptz not null default moment(),
  primary key (customer_id, id),
  unique (customer_id, evaluation_id, item),
  check (num_nonnulls(control_id, element_id) = 1),
  foreign key (customer_id, evaluation_id) references evaluation (customer_id, id) on delete cascade,
  foreign key (customer_id, control_id) references control (customer_id, id),
  foreign key (customer_id, element_id) references questionnaire_element (customer_id, id),
  foreign key (customer_id, answered_by_id) references member (customer_id, id)
);
create index on evaluation_answer (customer_id, control_id);
create index on evaluation_answer (customer_id, element_id);
create index on evaluation_answer (customer_id, answered_by_id);
call tenant_policies('evaluation_answer');
call history_table('evaluation_answer');
alter table evaluation_answer_history add primary key (customer_id, id, version);
call tenant_policies('evaluation_answer_history', 'select, insert');

-- What an answer shows as proof.
create table evaluation_answer_evidence (
  customer_id bigint not null references customer,
  answer_id bigint not null,
  evidence_id bigint not null,
  primary key (customer_id, answer_id, evidence_id),
  foreign key (customer_id, answer_id) references evaluation_answer (customer_id, id) on delete cascade,
  foreign key (customer_id, evidence_id) references evidence (customer_id, id)
);
create index on evaluation_answer_evidence (customer_id, evidence_id);
call tenant_policies('evaluation_answer_evidence');

-- What was submitted, as it was: nobody changes it afterwards.
create table evaluation_submission (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  evaluation_id bigint not null,
  submitted_at timestamptz not null default moment(),
  submitted_by_id bigint,
  score numeric(9, 6),
  answers jsonb not null,
  primary key (customer_id, id),
  foreign key (customer_id, evaluation_id) references evaluation (customer_id, id) on delete cascade,
  foreign key (customer_id, submitted_by_id) references member (customer_id, id)
);
create index on evaluation_submission (customer_id, evaluation_id, id);
create index on evaluation_submission (customer_id, submitted_by_id);
call tenant_policies('evaluation_submission', 'select, insert');

-- What lists of evaluations and campaigns sort and count by: what is to be done first, by day, in a perimeter, of somebody.
create index on evaluation (customer_id, (status in ('WAITING_VALIDATION', 'VALIDATED', 'IGNORED')), due_date, id) include (perimeter_id, campaign_id, evaluator_id);
create index on campaign (customer_id, status, id);
