-- Registers of risks and the risks in them; their levels follow from their measures (docs/decisions/0075).

create table risk_register (
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
  scale_id bigint not null,
  impact_types text[] not null default '{}' check (impact_types <@ array['FINANCIAL', 'OPERATIONAL', 'LEGAL', 'IMAGE', 'HUMAN']),
  appetite int check (appetite between 0 and 100),
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, scale_id) references scale (customer_id, id)
);
create index on risk_register (customer_id, scale_id);
call entity_table('risk_register');
call link_table('risk_register', 'perimeters', 'perimeter');
call link_table('risk_register', 'approvers', 'member');

create table risk (
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
  perimeter_id bigint,
  tag_id bigint,
  threat_id bigint,
  priority int not null default 50 check (priority between 0 and 100),
  init_impact int not null check (init_impact between 1 and 6),
  init_probability int not null check (init_probability between 1 and 6),
  min_impact int check (min_impact between 1 and init_impact),
  min_probability int check (min_probability between 1 and init_probability),
  target_impact int check (target_impact between 1 and 6),
  target_probability int check (target_probability between 1 and 6),
  target_date date,
  manual_impact int check (manual_impact between 1 and 6),
  manual_probability int check (manual_probability between 1 and 6),
  manual_comment text,
  current_impact int not null check (current_impact between 1 and 6),
  current_probability int not null check (current_probability between 1 and 6),
  init_level int not null,
  current_level int not null,
  target_level int,
  efficiency int check (efficiency between 0 and 100),
  strategy text not null default 'REDUCE' check (strategy in ('REDUCE', 'ACCEPT', 'TRANSFER')),
  treatment_reason text,
  treatment text not null default 'OPEN' check (treatment in ('OPEN', 'ACCEPTED', 'TRANSFERRED', 'CLOSED')),
  status text not null default 'NOT_REQUESTED' check (status in ('NOT_REQUESTED', 'TO_BE_APPROVED', 'APPROVED', 'REJECTED')),
  manager_id bigint,
  group_id bigint,
  review_date date,
  reviewed_on date,
  approver_id bigint,
  decided_on date,
  decision_comment text,
  stale_reason text check (stale_reason in ('LEVEL', 'MEASURE', 'DATE')),
  stale_on date,
  closed_on date,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, register_id) references risk_register (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, tag_id) references tag (customer_id, id),
  foreign key (customer_id, threat_id) references threat (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  foreign key (customer_id, approver_id) references member (customer_id, id)
);
-- What a matrix counts is read from the index alone.
create index risk_matrix_cells on risk (customer_id, register_id) include (treatment, init_impact, init_probability, current_impact, current_probability,
  target_impact, target_probability, current_level, perimeter_id, status);
create index on risk (customer_id, perimeter_id);
create index on risk (customer_id, tag_id);
create index on risk (customer_id, threat_id);
create index on risk (customer_id, manager_id);
create index on risk (customer_id, group_id);
create index on risk (customer_id, approver_id);
create index on risk (customer_id, review_date);
call entity_table('risk');
call link_table('risk', 'measures', 'measure');
call link_table('risk', 'actions', 'remediation');
call link_table('risk', 'gaps', 'gap');

create table risk__business_impacts (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  type text not null check (type in ('FINANCIAL', 'OPERATIONAL', 'LEGAL', 'IMAGE', 'HUMAN')),
  impact int check (impact between 1 and 6),
  comment text,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references risk (customer_id, id) on delete cascade
);
create index on risk__business_impacts (customer_id, owner_id);
call owned_table('risk__business_impacts');
