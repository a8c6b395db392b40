-- Policies: versions own their groups and requirements; whatever an organisation decides hangs on the lineage that versions share.

create table policy (
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
  kind text check (kind in ('INDUSTRY', 'REGULATION', 'CERTIFICATION', 'INTERNAL')),
  provider text,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  translations jsonb,
  current_version_id bigint,
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
call entity_table('policy');

create unique index policy_urn on policy (customer_id, urn) where urn is not null;

create table policy_version (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  policy_id bigint not null,
  number int not null check (number > 0),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'SUPERSEDED')),
  published_at timestamptz,
  notes text,
  min_score int,
  max_score int,
  -- [{ref_id, name_en, name_fr, description…, default_selected}]
  implementation_groups jsonb not null default '[]',
  -- Everything else the source says of the framework as a whole.
  source jsonb,
  primary key (customer_id, id),
  unique (customer_id, policy_id, number),
  foreign key (customer_id, policy_id) references policy (customer_id, id) on delete cascade
);
call entity_table('policy_version');

alter table policy add foreign key (customer_id, current_version_id) references policy_version (customer_id, id);
create unique index policy_version_one_draft on policy_version (customer_id, policy_id) where status = 'DRAFT';

-- What stays the same from version to version: the key is the URN of an import, else made on creation.
create table control_lineage (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  policy_id bigint not null,
  key text not null,
  primary key (customer_id, id),
  unique (customer_id, policy_id, key),
  foreign key (customer_id, policy_id) references policy (customer_id, id) on delete cascade
);
create index on control_lineage (customer_id, key);
call tenant_policies('control_lineage');

create table control_group (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  policy_version_id bigint not null,
  parent_id bigint,
  identifier text collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description_en text,
  description_fr text,
  -- Set by hand; null: the sum of the weights of its requirements in scope.
  weight int check (weight between 1 and 1000000),
  annotation text,
  urn text,
  translations jsonb,
  position int not null default 0,
  primary key (customer_id, id),
  foreign key (customer_id, policy_version_id) references policy_version (customer_id, id) on delete cascade,
  foreign key (customer_id, parent_id) references control_group (customer_id, id) on delete cascade
);
create index on control_group (customer_id, policy_version_id, position);
create index on control_group (customer_id, parent_id);
call entity_table('control_group');

create table control (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  policy_version_id bigint not null,
  control_group_id bigint,
  lineage_id bigint not null,
  identifier text collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description_en text,
  description_fr text,
  weight int not null default 1 check (weight between 1 and 1000),
  -- Application level: 1 mandatory, 2 recommended, 3 nice to have; null is always in.
  level int check (level between 1 and 3),
  implementation_groups jsonb not null default '[]',
  typical_evidence text,
  -- What the source says beyond this: score bounds, display mode, references that are still unknown.
  source jsonb,
  annotation text,
  urn text,
  translations jsonb,
  position int not null default 0,
  primary key (customer_id, id),
  foreign key (customer_id, policy_version_id) references policy_version (customer_id, id) on delete cascade,
  foreign key (customer_id, control_group_id) references control_group (customer_id, id) on delete cascade,
  foreign key (customer_id, lineage_id) references control_lineage (customer_id, id)
);
create index on control (customer_id, policy_version_id, position);
create index on control (customer_id, control_group_id);
create index on control (customer_id, lineage_id);
call entity_table('control');

call link_table('control', 'threats', 'threat');

-- Which solutions answer a requirement, whatever its version, and for what part of it.
create table control_solution (
  customer_id bigint not null references customer,
  lineage_id bigint not null,
  solution_id bigint not null,
  share int not null default 100 check (share between 1 and 100),
  -- Taken over from a partial mapping and not yet looked at by a person.
  to_confirm boolean not null default false,
  valid_from timestamptz not null default moment(),
  primary key (customer_id, lineage_id, solution_id),
  foreign key (customer_id, lineage_id) references control_lineage (customer_id, id) on delete cascade,
  foreign key (customer_id, solution_id) references solution (customer_id, id)
);
create index on control_solution (customer_id, solution_id);
call tenant_policies('control_solution');
call history_table('control_solution');
alter table control_solution_history add primary key (customer_id, lineage_id, solution_id, valid_from);
call tenant_policies('control_solution_history', 'select, insert');

create table policy_application (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  policy_id bigint not null,
  policy_version_id bigint not null,
  perimeter_id bigint not null,
  weight int not null default 100 check (weight >= 0),
  -- The highest application level that is in scope; null: all.
  level int check (level between 1 and 3),
  -- Implementation groups in scope; null: all.
  implementation_groups jsonb,
  target_score int check (target_score between 0 and 100),
  primary key (customer_id, id),
  unique (customer_id, policy_id, perimeter_id),
  foreign key (customer_id, policy_id) references policy (customer_id, id),
  foreign key (customer_id, policy_version_id) references policy_version (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id)
);
create index on policy_application (customer_id, perimeter_id);
create index on policy_application (customer_id, policy_version_id);
call entity_table('policy_application');

create table control_not_applicable (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  perimeter_id bigint not null,
  lineage_id bigint not null,
  justification text not null,
  primary key (customer_id, id),
  unique (customer_id, perimeter_id, lineage_id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, lineage_id) references control_lineage (customer_id, id) on delete cascade
);
call entity_table('control_not_applicable');
