-- Perimeters: one tree per customer, its closure kept by the server; groupings over them; who holds what where.

create table perimeter (
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
  type text not null check (type in ('INTERNAL', 'APPLICATION', 'PROVIDER')),
  parent_id bigint,
  description text,
  weight int not null default 100 check (weight >= 0),
  manager_id bigint,
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, parent_id) references perimeter (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id)
);
-- The one root that cannot be deleted.
create unique index perimeter_one_root on perimeter (customer_id) where parent_id is null;
create index on perimeter (customer_id, parent_id);
create index on perimeter (customer_id, manager_id);
call entity_table('perimeter');

create table perimeter_closure (
  customer_id bigint not null,
  ancestor_id bigint not null,
  descendant_id bigint not null,
  depth int not null,
  primary key (customer_id, ancestor_id, descendant_id),
  foreign key (customer_id, ancestor_id) references perimeter (customer_id, id) on delete cascade,
  foreign key (customer_id, descendant_id) references perimeter (customer_id, id) on delete cascade
);
create index on perimeter_closure (customer_id, descendant_id);
call tenant_policies('perimeter_closure');

create table tag (
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
call entity_table('tag');
call link_table('tag', 'perimeters', 'perimeter');

-- What an organisation wants to know about its perimeters besides, and what each says of it.
create table perimeter_property (
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
  value_type text not null default 'TEXT' check (value_type in ('TEXT', 'NUMBER', 'DATE', 'LIST', 'BOOLEAN', 'URL')),
  mandatory boolean not null default false,
  perimeter_types text[] not null default '{}' check (perimeter_types <@ array['INTERNAL', 'APPLICATION', 'PROVIDER']),
  restricted_to_global_pilots boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
call entity_table('perimeter_property');

create table perimeter_property__options (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  value text not null,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references perimeter_property (customer_id, id) on delete cascade
);
create index on perimeter_property__options (customer_id, owner_id);
call owned_table('perimeter_property__options');

create table perimeter_property_value (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  perimeter_id bigint not null,
  perimeter_property_id bigint not null,
  value text not null,
  primary key (customer_id, id),
  unique (customer_id, perimeter_id, perimeter_property_id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, perimeter_property_id) references perimeter_property (customer_id, id)
);
create index on perimeter_property_value (customer_id, perimeter_property_id);
call entity_table('perimeter_property_value');

-- The local reach of members: perimeters with all below them, or one grouping.
call link_table('member', 'perimeters', 'perimeter');
alter table member add column if not exists tag_id bigint;
alter table member add foreign key (customer_id, tag_id) references tag (customer_id, id);
