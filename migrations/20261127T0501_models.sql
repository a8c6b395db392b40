-- Models of recurring tasks, metrics, indicators and actions, shared by catalogs as models of measures are. What every shared entity needs of the database is said once.

-- A table whose rows a catalog shares: it begins as what its catalog is, nobody else says that a row is for others, and where copies came from is found.
create procedure shared_table(name text)
  language plpgsql as $$
begin
  execute format('alter table %I alter column catalog_type set default own_catalog_type()', name);
  execute format('create trigger catalog_type_here before insert or update of catalog_type on %I for each row when (new.catalog_type <> ''PRIVATE'') execute function check_catalog_type()', name);
  execute format('create policy shared_select on %I for select to %I using ((customer_id, catalog_type) in (select s.customer_id, s.catalog_type from public.shared_catalogs() s))',
    name, current_user);
  execute format('create index on %I (customer_id, origin_customer_id, origin_id) where origin_id is not null', name);
  call shared_view(name);
end $$;

-- The view in which others read it: all that it says but people, moments and where it came from itself. Made again when the table has a column more, without losing one.
create procedure shared_view(name text)
  language plpgsql as $$
declare
  columns text;
begin
  select string_agg(format('t.%I', c.column_name), ', ' order by c.ordinal_position) into columns
  from information_schema.columns c
  where c.table_schema = 'public' and c.table_name = shared_view.name
    and c.column_name not in ('created_at', 'created_by', 'updated_at', 'updated_by', 'origin_customer_id', 'origin_id', 'origin_version', 'archived');
  execute format('create or replace view shared.%1$I with (security_barrier = true) as
    select %2$s from public.shared_catalogs() s join public.%1$I t on t.customer_id = s.customer_id and t.catalog_type = s.catalog_type where not t.archived', name, columns);
  execute format('grant select on shared.%I to vigie_app', name);
end $$;

-- Links between two shared rows.
create procedure shared_links(owner text, field text, target text)
  language plpgsql as $$
begin
  execute format('create policy shared_select on %I for select to %I using (customer_id in (select s.customer_id from public.shared_catalogs() s))', owner || '__' || field, current_user);
  execute format('create view shared.%1$I with (security_barrier = true) as
    select x.customer_id, x.owner_id, x.target_id from shared.%2$I o join public.%1$I x on x.customer_id = o.customer_id and x.owner_id = o.id
      join shared.%3$I t on t.customer_id = x.customer_id and t.id = x.target_id', owner || '__' || field, owner, target);
  execute format('grant select on shared.%I to vigie_app', owner || '__' || field);
end $$;

create table runtask_model (
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
  kind text check (kind in ('OPERATION', 'CONTROL')),
  periodicity text not null default 'MONTHLY' check (periodicity in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY')),
  charge numeric(14, 2) check (charge between 0 and 1000),
  proof text not null default 'ALLOWED' check (proof in ('NONE', 'ALLOWED', 'REQUIRED')),
  approval_required boolean not null default false,
  archived boolean not null default false,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  translations jsonb,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
call entity_table('runtask_model');
create unique index runtask_model_urn on runtask_model (customer_id, urn) where urn is not null;

create table metric_model (
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
  unit_en text collate "und-x-icu",
  unit_fr text collate "und-x-icu",
  decimals int not null default 0 check (decimals between 0 and 2),
  minimum numeric(14, 2),
  maximum numeric(14, 2),
  target numeric(14, 2),
  with_levels boolean not null default false,
  periodicity text not null default 'MONTHLY' check (periodicity in ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY')),
  time_aggregation text not null default 'LATEST' check (time_aggregation in ('SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN', 'LATEST')),
  perimeter_aggregation text not null default 'SUM' check (perimeter_aggregation in ('SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN')),
  due_days int not null default 10 check (due_days between 0 and 366),
  archived boolean not null default false,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  translations jsonb,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  check (minimum <= maximum)
);
call entity_table('metric_model');
create unique index metric_model_urn on metric_model (customer_id, urn) where urn is not null;

create table indicator_model (
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
  nature text not null default 'PERFORMANCE' check (nature in ('PERFORMANCE', 'ACTIVITY')),
  unit_en text collate "und-x-icu",
  unit_fr text collate "und-x-icu",
  formula text not null,
  periodicity text not null default 'MONTHLY' check (periodicity in ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY')),
  perimeter_aggregation text not null default 'FORMULA' check (perimeter_aggregation in ('FORMULA', 'SUM', 'AVERAGE', 'MIN', 'MAX', 'MEDIAN')),
  target_value int check (target_value between 1 and 100),
  archived boolean not null default false,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  translations jsonb,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
call entity_table('indicator_model');
create unique index indicator_model_urn on indicator_model (customer_id, urn) where urn is not null;

call link_table('indicator_model', 'metrics', 'metric_model');

create table remediation_model (
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
  type text not null default 'SIMPLE' check (type in ('BUILD', 'UPGRADE', 'SIMPLE')),
  solution_id bigint,
  priority int not null default 50 check (priority between 0 and 100),
  workload numeric(14, 2) check (workload between 0 and 1000000),
  cost numeric(14, 2) check (cost between 0 and 1000000),
  archived boolean not null default false,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  translations jsonb,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, solution_id) references solution (customer_id, id)
);
call entity_table('remediation_model');
create unique index remediation_model_urn on remediation_model (customer_id, urn) where urn is not null;

create index on remediation_model (customer_id, solution_id);

call shared_table('runtask_model');
call shared_table('metric_model');
call shared_table('indicator_model');
call shared_table('remediation_model');
call shared_links('indicator_model', 'metrics', 'metric_model');

-- What a measure's model brings.
alter table solution add column perimeter_types text[] not null default '{}' check (perimeter_types <@ array['INTERNAL', 'APPLICATION', 'PROVIDER']);
alter table solution_history add column perimeter_types text[] not null default '{}';
alter table solution_history alter column perimeter_types drop default;
call link_table('solution', 'runtasks', 'runtask_model');
call link_table('solution', 'indicators', 'indicator_model');
create or replace view shared.solution with (security_barrier = true) as
  select o.customer_id, o.id, o.version, o.identifier, o.name_en, o.name_fr, o.description_en, o.description_fr, o.nature, o.csf_function, o.yearly_cost,
    o.yearly_internal_charge, o.build_days, o.typical_evidence, o.annotation, o.catalog_type, o.translations,
    o.category_id, c.name_en as category_name_en, c.name_fr as category_name_fr, c.color as category_color, o.perimeter_types
  from public.shared_catalogs() s
    join public.solution o on o.customer_id = s.customer_id and o.catalog_type = s.catalog_type
    left join public.category c on c.customer_id = o.customer_id and c.id = o.category_id
  where not o.archived;
call shared_links('solution', 'runtasks', 'runtask_model');
call shared_links('solution', 'indicators', 'indicator_model');

-- What was made of a model says so.
alter table runtask add column model_id bigint, add foreign key (customer_id, model_id) references runtask_model (customer_id, id);
alter table runtask_history add column model_id bigint;
create index on runtask (customer_id, model_id);
alter table metric add column model_id bigint, add foreign key (customer_id, model_id) references metric_model (customer_id, id);
alter table metric_history add column model_id bigint;
create index on metric (customer_id, model_id);
alter table remediation add column model_id bigint, add foreign key (customer_id, model_id) references remediation_model (customer_id, id);
alter table remediation_history add column model_id bigint;
create index on remediation (customer_id, model_id);
alter table indicator add column model_id bigint, add foreign key (customer_id, model_id) references indicator_model (customer_id, id);
alter table indicator_history add column model_id bigint;
create index on indicator (customer_id, model_id);
