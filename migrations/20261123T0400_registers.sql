-- Incidents, registers of exemptions and of gaps with what they hold, and the actions that come from them.

create table incident (
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
  category text check (category in ('MALWARE', 'PHISHING', 'INTRUSION', 'DATA_LEAK', 'OUTAGE', 'FRAUD', 'LOSS_THEFT', 'SUPPLIER', 'HUMAN_ERROR', 'VULNERABILITY', 'OTHER')),
  severity int not null default 50 check (severity between 0 and 100),
  confidential boolean not null default false,
  exercise boolean not null default false,
  occurred_at timestamptz,
  detected_at timestamptz,
  aware_at timestamptz,
  status text not null default 'OPENED' check (status in ('OPENED', 'ANALYSIS', 'CONTAINMENT', 'ERADICATION', 'RECOVERY', 'LEARNING', 'CLOSED')),
  status_reason text,
  close_reason text check (close_reason in ('RESOLVED', 'FALSE_POSITIVE', 'DUPLICATE')),
  duplicate_of_id bigint,
  manager_id bigint,
  group_id bigint,
  reporter_id bigint,
  target_date date,
  closed_on date,
  significant text check (significant in ('YES', 'NO')),
  personal_data text check (personal_data in ('YES', 'NO')),
  cause text,
  lessons_learned text,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, tag_id) references tag (customer_id, id),
  foreign key (customer_id, duplicate_of_id) references incident (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  foreign key (customer_id, reporter_id) references member (customer_id, id)
);
create index on incident (customer_id, perimeter_id);
create index on incident (customer_id, tag_id);
create index on incident (customer_id, duplicate_of_id);
create index on incident (customer_id, manager_id);
create index on incident (customer_id, group_id);
create index on incident (customer_id, reporter_id);
call entity_table('incident');
call link_table('incident', 'measures', 'measure');
call link_table('incident', 'actions', 'remediation');
call link_table('incident', 'told', 'member');

create table exemption_register (
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
  is_default boolean not null default false,
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
create unique index exemption_register_one_default on exemption_register (customer_id) where is_default;
call entity_table('exemption_register');
call link_table('exemption_register', 'perimeters', 'perimeter');

create table exemption (
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
  reason text not null,
  register_id bigint not null,
  measure_id bigint,
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'GRANTED', 'REJECTED', 'CLOSED')),
  status_reason text,
  close_reason text check (close_reason in ('EXPIRED', 'REMEDIED', 'WITHDRAWN', 'REPLACED')),
  requester_id bigint,
  approver_id bigint,
  decision_comment text,
  decided_on date,
  manager_id bigint,
  group_id bigint,
  start_date date not null,
  end_date date not null,
  closed_on date,
  compensating text,
  residual_risk text,
  renewed_from_id bigint,
  renewals int not null default 0,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, register_id) references exemption_register (customer_id, id),
  foreign key (customer_id, measure_id) references measure (customer_id, id),
  foreign key (customer_id, requester_id) references member (customer_id, id),
  foreign key (customer_id, approver_id) references member (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  foreign key (customer_id, renewed_from_id) references exemption (customer_id, id)
);
create index on exemption (customer_id, register_id);
create index on exemption (customer_id, measure_id);
create index on exemption (customer_id, requester_id);
create index on exemption (customer_id, approver_id);
create index on exemption (customer_id, manager_id);
create index on exemption (customer_id, group_id);
create index on exemption (customer_id, renewed_from_id);
call entity_table('exemption');
call link_table('exemption', 'perimeters', 'perimeter');
call link_table('exemption', 'controls', 'control');
call link_table('exemption', 'actions', 'remediation');

create table gap_register (
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
  type text not null default 'AUDIT' check (type in ('AUDIT', 'PENTEST', 'CONTROL', 'SCAN', 'OTHER')),
  date date,
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
call entity_table('gap_register');
call link_table('gap_register', 'perimeters', 'perimeter');

create table gap_group (
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
  register_id bigint not null,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, register_id) references gap_register (customer_id, id)
);
create index on gap_group (customer_id, register_id);
call entity_table('gap_group');

create table gap (
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
  register_id bigint not null,
  chapter_id bigint,
  perimeter_id bigint,
  tag_id bigint,
  source text not null default 'MANUAL' check (source in ('AUDIT', 'EVAL', 'CONTROL', 'INCIDENT', 'CONNECTOR', 'MANUAL')),
  nature text check (nature in ('MAJOR', 'MINOR', 'OBSERVATION', 'IMPROVEMENT')),
  severity int not null default 50 check (severity between 0 and 100),
  cause text,
  control_id bigint,
  status text not null default 'TO_HANDLE' check (status in ('TO_BE_CONFIRMED', 'TO_HANDLE', 'IN_PROGRESS', 'CLOSE')),
  resolution_status text check (resolution_status in ('REJECTED', 'IGNORED', 'RESOLVED')),
  status_reason text,
  review_date date,
  closed_on date,
  effect text check (effect in ('EFFECTIVE', 'NOT_EFFECTIVE')),
  effect_checked_on date,
  effect_comment text,
  manager_id bigint,
  group_id bigint,
  target_date date,
  external_key text,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, register_id) references gap_register (customer_id, id),
  foreign key (customer_id, chapter_id) references gap_group (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, tag_id) references tag (customer_id, id),
  foreign key (customer_id, control_id) references control (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id)
);
create index on gap (customer_id, register_id);
create index on gap (customer_id, chapter_id);
create index on gap (customer_id, perimeter_id);
create index on gap (customer_id, tag_id);
create index on gap (customer_id, control_id);
create index on gap (customer_id, manager_id);
create index on gap (customer_id, group_id);
call entity_table('gap');
call link_table('gap', 'measures', 'measure');
call link_table('gap', 'actions', 'remediation');

-- Actions come from these, too.
alter table remediation add column source_object_incident_id bigint, add column source_object_gap_id bigint, add column source_object_exemption_id bigint;
alter table remediation_history add column source_object_incident_id bigint, add column source_object_gap_id bigint, add column source_object_exemption_id bigint;
alter table remediation add foreign key (customer_id, source_object_incident_id) references incident (customer_id, id);
alter table remediation add foreign key (customer_id, source_object_gap_id) references gap (customer_id, id);
alter table remediation add foreign key (customer_id, source_object_exemption_id) references exemption (customer_id, id);
alter table remediation add check (num_nonnulls(source_object_measure_id, source_object_incident_id, source_object_gap_id, source_object_exemption_id) <= 1);
create index on remediation (customer_id, source_object_incident_id);
create index on remediation (customer_id, source_object_gap_id);
create index on remediation (customer_id, source_object_exemption_id);

-- Every organisation has a register of exemptions. The owner of the tables is held to a customer too, unless it is told otherwise for a moment.
alter table customer no force row level security;
alter table exemption_register no force row level security;
insert into exemption_register (customer_id, identifier, name_en, name_fr, is_default)
  select id, 'ER-0', 'Exemptions', 'Dérogations', true from customer where kind = 'ORGANISATION';
alter table customer force row level security;
alter table exemption_register force row level security;
