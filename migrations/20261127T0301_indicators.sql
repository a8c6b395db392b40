-- Indicators: what metrics add up to, by perimeter and period; and what of it is still to be worked out.

create table indicator (
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
  type text not null default 'PERFORMANCE' check (type in ('PERFORMANCE', 'ACTIVITY')),
  periodicity text not null default 'MONTHLY' check (periodicity in ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY')),
  formula text,
  parent_id bigint,
  is_global boolean not null default false,
  perimeter_aggregation text not null default 'FORMULA' check (perimeter_aggregation in ('FORMULA', 'SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN')),
  target_value numeric check (target_value >= 0),
  unit text collate "und-x-icu",
  scale_id bigint,
  bounds jsonb,
  manager_id bigint,
  group_id bigint,
  archived boolean not null default false,
  check (type = 'ACTIVITY' or target_value between 1 and 100),
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, parent_id) references indicator (customer_id, id),
  foreign key (customer_id, scale_id) references scale (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id)
);
create index on indicator (customer_id, parent_id);
create index on indicator (customer_id, scale_id);
create index on indicator (customer_id, manager_id);
create index on indicator (customer_id, group_id);
create index on indicator (customer_id, (coalesce(name_en, name_fr)), id);
create index on indicator (customer_id, (coalesce(name_fr, name_en)), id);
call entity_table('indicator');
call link_table('indicator', 'metrics', 'metric');
call link_table('indicator', 'perimeters', 'perimeter');
call link_table('indicator', 'measures', 'measure');
call link_table('indicator', 'labels', 'label');

-- What it amounts to; a period without a value has no row. A percentage that came out beyond 0 to 100 is kept within, beside what it came out as.
create table indicator_value (
  customer_id bigint not null references customer,
  indicator_id bigint not null,
  perimeter_id bigint not null,
  period date not null,
  value float8 not null,
  computed float8,
  at timestamptz not null default moment(),
  primary key (customer_id, indicator_id, perimeter_id, period),
  foreign key (customer_id, indicator_id) references indicator (customer_id, id) on delete cascade,
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id) on delete cascade
);
create index on indicator_value (customer_id, perimeter_id);
call tenant_policies('indicator_value');

-- What has become of entries and is not yet in the values: cells by perimeter and period, or, without any, the whole indicator.
create table indicator_due (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  indicator_id bigint not null,
  cells jsonb,
  primary key (customer_id, id),
  foreign key (customer_id, indicator_id) references indicator (customer_id, id) on delete cascade
);
create index on indicator_due (customer_id, indicator_id);
call tenant_policies('indicator_due');
