-- Business values with what they need, and the supporting assets that carry them, with what these depend on.

create table business_value (
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
  type text not null default 'PROCESS' check (type in ('PROCESS', 'INFORMATION')),
  description text,
  owner_id bigint,
  availability int check (availability between 0 and 100),
  integrity int check (integrity between 0 and 100),
  confidentiality int check (confidentiality between 0 and 100),
  traceability int check (traceability between 0 and 100),
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, owner_id) references member (customer_id, id)
);
create index on business_value (customer_id, owner_id);
create index on business_value (customer_id, (coalesce(name_en, name_fr)), id);
create index on business_value (customer_id, (coalesce(name_fr, name_en)), id);
call entity_table('business_value');
call link_table('business_value', 'perimeters', 'perimeter');

create table supporting_asset (
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
  type text not null default 'SOFTWARE' check (type in ('HARDWARE', 'SOFTWARE', 'NETWORK', 'PEOPLE', 'SITE', 'PROVIDER')),
  perimeter_id bigint not null,
  owner_id bigint,
  description text,
  release text,
  application_id bigint,
  external_key text,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, owner_id) references member (customer_id, id),
  foreign key (customer_id, application_id) references supporting_asset (customer_id, id)
);
create index on supporting_asset (customer_id, perimeter_id);
create index on supporting_asset (customer_id, owner_id);
create index on supporting_asset (customer_id, (coalesce(name_en, name_fr)), id);
create index on supporting_asset (customer_id, (coalesce(name_fr, name_en)), id);
-- What one application's inventory tells is found again by its key.
create unique index on supporting_asset (customer_id, application_id, external_key);
call entity_table('supporting_asset');
call link_table('supporting_asset', 'business_values', 'business_value');
call link_table('supporting_asset', 'dependencies', 'supporting_asset');
