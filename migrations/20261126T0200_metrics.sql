-- Metrics: what is measured, in which perimeters, and its values by perimeter and period, of which former ones stay.

create table metric (
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
  unit text collate "und-x-icu",
  decimals int not null default 0 check (decimals between 0 and 2),
  minimum numeric,
  maximum numeric,
  target numeric,
  with_levels boolean not null default false,
  periodicity text not null default 'MONTHLY' check (periodicity in ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY')),
  time_aggregation text not null default 'LATEST' check (time_aggregation in ('SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN', 'LATEST')),
  perimeter_aggregation text not null default 'SUM' check (perimeter_aggregation in ('SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN')),
  start_date date not null,
  due_days int not null default 10 check (due_days between 0 and 366),
  history_size int not null default 24 check (history_size between 10 and 100),
  source text,
  manager_id bigint,
  group_id bigint,
  archived boolean not null default false,
  check (minimum <= maximum),
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id)
);
create index on metric (customer_id, manager_id);
create index on metric (customer_id, group_id);
create index on metric (customer_id, (coalesce(name_en, name_fr)), id);
create index on metric (customer_id, (coalesce(name_fr, name_en)), id);
call entity_table('metric');
call link_table('metric', 'perimeters', 'perimeter');
call link_table('metric', 'labels', 'label');

-- One value of a metric, a perimeter and a period, known by its first day. One that was emptied stays, without a value: who saw it before is told.
create table metric_value (
  customer_id bigint not null references customer,
  metric_id bigint not null,
  perimeter_id bigint not null,
  period date not null,
  value numeric,
  comment text check (length(comment) <= 1000),
  source text not null check (source in ('MANUAL', 'IMPORT', 'CONNECTOR', 'API', 'AUTO')),
  version int not null default 1,
  author_id bigint,
  valid_from timestamptz not null default moment(),
  check (comment is null or value is not null),
  primary key (customer_id, metric_id, perimeter_id, period),
  foreign key (customer_id, metric_id) references metric (customer_id, id) on delete cascade,
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, author_id) references member (customer_id, id)
);
-- What is missing is counted, and a course over time read, without the rows themselves.
create index on metric_value (customer_id, metric_id, period) include (perimeter_id, value);
create index on metric_value (customer_id, perimeter_id);
create index on metric_value (customer_id, author_id);
call tenant_policies('metric_value');
call history_table('metric_value');
alter table metric_value_history add primary key (customer_id, metric_id, perimeter_id, period, version);
call tenant_policies('metric_value_history', 'select, insert');
