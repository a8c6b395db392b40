-- Action plans and actions.

create table program (
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
  description_en text,
  description_fr text,
  type text not null default 'STANDARD' check (type in ('STANDARD', 'PROJECT')),
  is_default boolean not null default false,
  -- Null: the organisation's preference.
  proof_required_action text check (proof_required_action in ('YES', 'NO')),
  proof_required_task text check (proof_required_task in ('YES', 'NO')),
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
call entity_table('program');
call link_table('program', 'perimeters', 'perimeter');

create unique index program_one_default on program (customer_id) where is_default;

create table remediation (
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
  type text not null default 'SIMPLE' check (type in ('BUILD', 'UPGRADE', 'SIMPLE')),
  source text check (source in ('BUILD', 'UPGRADE', 'PROJECT', 'EVAL', 'CONTROL', 'RISK', 'EXEMPTION', 'INCIDENT', 'GAP')),
  source_id bigint,
  program_id bigint not null,
  perimeter_id bigint,
  measure_id bigint,
  status text not null default 'TO_PLAN' check (status in ('TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY', 'CANCELLED', 'FINISHED')),
  status_reason text,
  priority int check (priority between 0 and 100),
  manager_id bigint,
  group_id bigint,
  start_date date,
  target_date date,
  initial_target_date date,
  postponements int not null default 0,
  postponement_reason text,
  date_locked boolean not null default false,
  done_date date,
  -- Points an improvement action takes off its measure, stored positive.
  impact int check (impact between 0 and 100),
  -- Decided when an improvement action is cancelled.
  defect text check (defect in ('GONE', 'ACCEPTED')),
  cost numeric(14, 2) check (cost >= 0),
  workload numeric(14, 2) check (workload >= 0),
  check (manager_id is null or group_id is null),
  check (start_date is null or target_date is null or target_date >= start_date),
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, program_id) references program (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, measure_id) references measure (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id)
);
-- Lists read a page in its order and, with what row rules and the usual filters look at beside it, without visiting rows outside the page.
create index on remediation (customer_id, (status in ('FINISHED', 'CANCELLED')), target_date, id) include (perimeter_id, status);
create index on remediation (customer_id, target_date, id) include (perimeter_id, status);
create index on remediation (customer_id, status, target_date, id) include (perimeter_id);
create index on remediation (customer_id, perimeter_id, target_date, id);
create index on remediation (customer_id, program_id, target_date, id);
create index on remediation (customer_id, manager_id, target_date, id);
create index on remediation (customer_id, measure_id);
create index on remediation (customer_id, priority, id);
create index on remediation (customer_id, updated_at, id);
create index on remediation (customer_id, (coalesce(name_en, name_fr)), id);
create index on remediation (customer_id, (coalesce(name_fr, name_en)), id);
-- Exact totals count in this one: its few distinct keys make it a tenth of the size of the others.
create index on remediation (customer_id, perimeter_id, status);
call entity_table('remediation');

call link_table('remediation', 'labels', 'label');
call link_table('remediation', 'measures', 'measure');

create table remediation__tasks (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  name text not null,
  manager_id bigint,
  target_date date,
  status text not null default 'TO_DO' check (status in ('TO_DO', 'DONE')),
  proof_url text,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references remediation (customer_id, id) on delete cascade,
  foreign key (customer_id, manager_id) references member (customer_id, id)
);
create index on remediation__tasks (customer_id, owner_id);
call owned_table('remediation__tasks');

create table remediation__proofs (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  name text,
  url text,
  comment text,
  date date,
  author_id bigint,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references remediation (customer_id, id) on delete cascade,
  foreign key (customer_id, author_id) references member (customer_id, id)
);
create index on remediation__proofs (customer_id, owner_id);
call owned_table('remediation__proofs');
