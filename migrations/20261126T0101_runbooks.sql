-- Runbooks, their recurring tasks, and each time one comes round.

create table runbook (
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
  approvals_required boolean not null default false,
  is_default boolean not null default false,
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
create unique index runbook_one_default on runbook (customer_id) where is_default;
call entity_table('runbook');
call link_table('runbook', 'perimeters', 'perimeter');
call link_table('runbook', 'labels', 'label');

create table runtask (
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
  runbook_id bigint not null,
  kind text check (kind in ('OPERATION', 'CONTROL')),
  measure_id bigint,
  perimeter_id bigint,
  tag_id bigint,
  periodicity text not null default 'MONTHLY' check (periodicity in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY')),
  start_date date not null,
  end_date date,
  charge numeric(14, 2) check (charge between 0 and 1000),
  manager_id bigint,
  group_id bigint,
  proof text not null default 'ALLOWED' check (proof in ('NONE', 'ALLOWED', 'REQUIRED')),
  approval_required boolean not null default false,
  approver_id bigint,
  gap_register_id bigint,
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, runbook_id) references runbook (customer_id, id),
  foreign key (customer_id, measure_id) references measure (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, tag_id) references tag (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  foreign key (customer_id, approver_id) references member (customer_id, id),
  foreign key (customer_id, gap_register_id) references gap_register (customer_id, id)
);
create index on runtask (customer_id, runbook_id);
create index on runtask (customer_id, measure_id);
create index on runtask (customer_id, perimeter_id);
create index on runtask (customer_id, tag_id);
create index on runtask (customer_id, manager_id);
create index on runtask (customer_id, group_id);
create index on runtask (customer_id, approver_id);
create index on runtask (customer_id, gap_register_id);
call entity_table('runtask');
call link_table('runtask', 'labels', 'label');

create table runtask__reminders (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  days int check (days between 0 and 365),
  date date,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references runtask (customer_id, id) on delete cascade
);
create index on runtask__reminders (customer_id, owner_id);
call owned_table('runtask__reminders');

create table occurrence (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  runtask_id bigint,
  runbook_id bigint,
  kind text check (kind in ('OPERATION', 'CONTROL')),
  periodicity text check (periodicity in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY')),
  perimeter_id bigint,
  tag_id bigint,
  period_start date,
  hour int,
  due_date date,
  charge numeric(14, 2),
  status text not null default 'TO_DO' check (status in ('TO_DO', 'PENDING_APPROVAL', 'REJECTED', 'DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE', 'NA')),
  answer text check (answer in ('DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE', 'NA')),
  status_reason text,
  done_date date,
  comment text,
  manager_id bigint,
  group_id bigint,
  approver_id bigint,
  answered_by_id bigint,
  answered_at timestamptz,
  gap_id bigint,
  primary key (customer_id, id),
  foreign key (customer_id, runtask_id) references runtask (customer_id, id),
  foreign key (customer_id, runbook_id) references runbook (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, tag_id) references tag (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  foreign key (customer_id, approver_id) references member (customer_id, id),
  foreign key (customer_id, answered_by_id) references member (customer_id, id),
  foreign key (customer_id, gap_id) references gap (customer_id, id)
);
create index on occurrence (customer_id, runbook_id);
create index on occurrence (customer_id, perimeter_id);
create index on occurrence (customer_id, tag_id);
create index on occurrence (customer_id, manager_id);
create index on occurrence (customer_id, group_id);
create index on occurrence (customer_id, approver_id);
create index on occurrence (customer_id, answered_by_id);
create index on occurrence (customer_id, gap_id);
call entity_table('occurrence');
call link_table('occurrence', 'evidences', 'evidence');

-- Once for each task and time, whoever makes it: two servers, or one that was cut off and begins again.
create unique index occurrence_once on occurrence (customer_id, runtask_id, period_start, (coalesce(hour, -1)));

-- What lists of occurrences sort and count by: what is to be done first, by day, of somebody, in a runbook.
create index on occurrence (customer_id, (status in ('PENDING_APPROVAL', 'DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE', 'NA')), due_date, id) include (perimeter_id, runbook_id, manager_id);
create index on occurrence (customer_id, due_date, id) include (status, perimeter_id, runbook_id);
create index on occurrence (customer_id, status, id) include (perimeter_id, runbook_id);
create index on occurrence (customer_id, manager_id, due_date) where status in ('TO_DO', 'REJECTED');

-- Every organisation has a runbook. The owner of the tables is held to a customer too, unless it is told otherwise for a moment.
alter table customer no force row level security;
alter table runbook no force row level security;
insert into runbook (customer_id, identifier, name_en, name_fr, is_default)
  select id, '_DEF', 'Runbook', 'Cahier d’exploitation', true from customer where kind = 'ORGANISATION';
alter table customer force row level security;
alter table runbook force row level security;
