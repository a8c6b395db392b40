-- The facts that scores own and other areas write (decisions, Scores 11), and the snapshots they are published in.

-- An open deduction lowers the efficiency of a measure until it is released.
create table measure_deduction (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  measure_id bigint not null,
  -- What the deduction comes from, such as `remediation` 12: one deduction per origin.
  source text not null,
  source_id bigint not null,
  points int not null check (points between 0 and 100),
  opened_on date not null,
  released_on date,
  primary key (customer_id, id),
  unique (customer_id, source, source_id),
  foreign key (customer_id, measure_id) references measure (customer_id, id) on delete cascade
);
create index on measure_deduction (customer_id, measure_id);
call tenant_policies('measure_deduction');

-- What proves a measure: the conformity of a recurring task or the value of an indicator over the last year, kept up to date by its area.
create table measure_control (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  measure_id bigint not null,
  source text not null check (source in ('runtask', 'indicator', 'evidence')),
  source_id bigint not null,
  -- Numerator and denominator of the ratio; the ratio is capped at 1 and left out when there is nothing due. Evidence proves without rating: 0 of 0.
  achieved numeric(14, 4) not null,
  due numeric(14, 4) not null,
  -- Occurrences done after they were due, yet in time to count.
  late int not null default 0 check (late >= 0),
  stale boolean not null default false,
  -- The data or the evidence is valid and of the last year.
  proven boolean not null default true,
  -- It stands like this from this day on, until a later row of the same source.
  day date not null,
  primary key (customer_id, id),
  unique (customer_id, source, source_id, measure_id, day),
  foreign key (customer_id, measure_id) references measure (customer_id, id) on delete cascade
);
create index on measure_control (customer_id, measure_id, day);
call tenant_policies('measure_control');

-- A requirement left out of a perimeter's score between two days, both included.
create table requirement_exclusion (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  perimeter_id bigint not null,
  lineage_id bigint not null,
  kind text not null check (kind in ('NOT_APPLICABLE', 'EXEMPTION')),
  source text not null,
  source_id bigint not null,
  start_on date not null,
  end_on date,
  primary key (customer_id, id),
  unique (customer_id, source, source_id, perimeter_id, lineage_id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id) on delete cascade,
  foreign key (customer_id, lineage_id) references control_lineage (customer_id, id) on delete cascade
);
create index on requirement_exclusion (customer_id, perimeter_id, lineage_id);
call tenant_policies('requirement_exclusion');

-- As published at the end of a day: never changed afterwards. The facts are kept so that two days can be compared cause by cause.
create table score_snapshot (
  customer_id bigint not null references customer,
  day date not null,
  published_at timestamptz not null default moment(),
  -- Results by scope: global, perimeters (own and consolidated), policies, groupings.
  results jsonb not null,
  -- Gzipped JSON of the facts.
  facts bytea not null,
  primary key (customer_id, day)
);
call tenant_policies('score_snapshot', 'select, insert');
