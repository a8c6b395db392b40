-- Catalogs: models that an organisation decides about. What comes from elsewhere is copied in with its origin (adopt, do not point).

create table category (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  color text,
  position int not null default 0,
  primary key (customer_id, id)
);
call entity_table('category');

create table label (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  color text,
  primary key (customer_id, id)
);
call entity_table('label');

create table solution (
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
  category_id bigint,
  nature text check (nature in ('policy', 'process', 'technical', 'physical', 'procedure')),
  yearly_cost numeric(14, 2) check (yearly_cost >= 0),
  yearly_internal_charge numeric(14, 2) check (yearly_internal_charge >= 0),
  build_days numeric(14, 2) check (build_days >= 0),
  csf_function text,
  typical_evidence text,
  annotation text,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  translations jsonb,
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, category_id) references category (customer_id, id)
);
create index on solution (customer_id, category_id);
call entity_table('solution');

create unique index solution_urn on solution (customer_id, urn) where urn is not null;

create table threat (
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
  annotation text,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  translations jsonb,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
call entity_table('threat');

create unique index threat_urn on threat (customer_id, urn) where urn is not null;

create table risk_matrix (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description_en text,
  description_fr text,
  -- {probability, impact, risk: levels with name, abbreviation, colour; grid[probability][impact] = index of risk}
  definition jsonb not null,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  translations jsonb,
  primary key (customer_id, id)
);
call entity_table('risk_matrix');

create unique index risk_matrix_urn on risk_matrix (customer_id, urn) where urn is not null;

create table question (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  framework_urn text not null,
  node_urn text not null,
  text_en text,
  text_fr text,
  type text not null check (type in ('unique_choice', 'multiple_choice', 'text', 'date', 'number', 'boolean')),
  weight numeric(10, 2),
  annotation text,
  -- What the file says beyond this: depends_on, config.
  rules jsonb,
  position int not null default 0,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  translations jsonb,
  primary key (customer_id, id)
);
create index on question (customer_id, framework_urn, node_urn);
call entity_table('question');

create unique index question_urn on question (customer_id, framework_urn, urn) where urn is not null;

create table question__choices (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  urn text,
  value_en text,
  value_fr text,
  description_en text,
  description_fr text,
  add_score numeric(10, 2),
  compute_result text,
  color text,
  select_implementation_groups jsonb,
  translations jsonb,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references question (customer_id, id) on delete cascade
);
create index on question__choices (customer_id, owner_id);
call owned_table('question__choices');

create table mapping_set (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  description_en text,
  description_fr text,
  source_framework_urn text not null,
  target_framework_urn text not null,
  catalog_type text not null default 'PRIVATE' check (catalog_type in ('PUBLIC', 'INSTANCE', 'PRIVATE')),
  urn text,
  origin_customer_id bigint,
  origin_id bigint,
  origin_version int,
  translations jsonb,
  primary key (customer_id, id)
);
call entity_table('mapping_set');

create unique index mapping_set_urn on mapping_set (customer_id, urn) where urn is not null;
-- Ends are named by URN: the framework they belong to may come later.
create table mapping_pair (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  mapping_set_id bigint not null,
  source_urn text not null,
  target_urn text not null,
  relationship text not null check (relationship in ('equal', 'subset', 'superset', 'intersect', 'not_related')),
  rationale text,
  strength numeric(4, 2),
  annotation text,
  primary key (customer_id, id),
  foreign key (customer_id, mapping_set_id) references mapping_set (customer_id, id) on delete cascade
);
create index on mapping_pair (customer_id, mapping_set_id);
create index on mapping_pair (customer_id, source_urn);
create index on mapping_pair (customer_id, target_urn);
call tenant_policies('mapping_pair');
