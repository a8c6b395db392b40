-- Findings of standing checks that somebody accepts until a day, on which they count again. What was accepted and taken back before is in the audit.
create table check_acceptance (
  customer_id bigint not null references customer,
  entity text not null,
  word text not null,
  object_id bigint not null,
  until date not null,
  reason text not null check (reason <> '' and length(reason) <= 1000),
  accepted_by bigint not null,
  accepted_at timestamptz not null default moment(),
  primary key (customer_id, entity, word, object_id)
);
call tenant_policies('check_acceptance');

-- What each check found in the whole organisation, once a day: its trend.
create table check_count (
  customer_id bigint not null references customer,
  entity text not null,
  word text not null,
  day date not null,
  found integer not null check (found >= 0),
  accepted integer not null check (accepted >= 0),
  primary key (customer_id, entity, word, day)
);
create index on check_count (customer_id, day);
call tenant_policies('check_count');

-- Measures of one perimeter that are called alike, looked for at night: both ways round. Whether they still are is looked at when they are read.
create table measure_likeness (
  customer_id bigint not null references customer,
  measure_id bigint not null,
  other_id bigint not null,
  primary key (customer_id, measure_id, other_id),
  foreign key (customer_id, measure_id) references measure (customer_id, id) on delete cascade,
  foreign key (customer_id, other_id) references measure (customer_id, id) on delete cascade
);
create index on measure_likeness (customer_id, other_id);
call tenant_policies('measure_likeness');

-- When an organisation's measures were last looked at for that.
create table measure_likeness_run (
  customer_id bigint primary key references customer,
  looked_at timestamptz not null
);
call tenant_policies('measure_likeness_run');

-- What is looked for on every opening of the page, where it is rare among many.
create index on remediation (customer_id, done_date) include (id, perimeter_id) where status = 'FINISHED';
create index on remediation (customer_id, measure_id) include (id) where status = 'FINISHED' and measure_id is not null;
create index on remediation (customer_id, start_date) include (id, perimeter_id) where status = 'PLANNED';
create index on remediation (customer_id, updated_at) include (id, perimeter_id) where status = 'STANDBY';
create index on remediation (customer_id) include (id, perimeter_id) where postponements >= 3 and not (status in ('FINISHED', 'CANCELLED'));
create index on remediation (customer_id) include (id, perimeter_id) where manager_id is null and group_id is null and status in ('PLANNED', 'ONGOING');
create index on remediation (customer_id, target_date) include (id, perimeter_id) where status_reason is null and not (status in ('FINISHED', 'CANCELLED'));
create index on remediation__tasks (customer_id, owner_id) where status = 'TO_DO';
create index on measure (customer_id) include (id, perimeter_id) where status = 'IMPLEMENTED' and manager_id is null;
create index on measure (customer_id) include (id, perimeter_id) where status = 'IMPLEMENTED' and base_efficiency < 50;
