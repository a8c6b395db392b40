-- Catalogues of risk analysis: typical risks, business values and kinds of supporting assets, shared by catalogs as other models are; what a threat says beside its name.

alter table threat
  add column source text check (source in ('ATTACKER', 'INSIDER', 'ERROR', 'FAILURE', 'PROVIDER', 'NATURE')),
  add column asset_types text[] not null default '{}' check (asset_types <@ array['HARDWARE', 'SOFTWARE', 'NETWORK', 'PEOPLE', 'SITE', 'PROVIDER']),
  add column probability text check (probability in ('VERY_LOW', 'LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH')),
  add column archived boolean not null default false;
alter table threat_history
  add column source text,
  add column asset_types text[] not null default '{}',
  add column probability text,
  add column archived boolean not null default false;
alter table threat_history alter column asset_types drop default, alter column archived drop default;
call link_table('threat', 'solutions', 'solution');
create or replace view shared.threat with (security_barrier = true) as
  select t.customer_id, t.id, t.version, t.identifier, t.name_en, t.name_fr, t.description_en, t.description_fr, t.annotation, t.catalog_type, t.translations, t.source,
    t.asset_types, t.probability
  from public.shared_catalogs() s join public.threat t on t.customer_id = s.customer_id and t.catalog_type = s.catalog_type
  where not t.archived;
call shared_links('threat', 'solutions', 'solution');

create table supporting_asset_model (
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
  type text not null default 'SOFTWARE' check (type in ('HARDWARE', 'SOFTWARE', 'NETWORK', 'PEOPLE', 'SITE', 'PROVIDER')),
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
call entity_table('supporting_asset_model');
create unique index supporting_asset_model_urn on supporting_asset_model (customer_id, urn) where urn is not null;

create table business_value_model (
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
  type text not null default 'PROCESS' check (type in ('PROCESS', 'INFORMATION')),
  availability int check (availability between 0 and 100),
  integrity int check (integrity between 0 and 100),
  confidentiality int check (confidentiality between 0 and 100),
  traceability int check (traceability between 0 and 100),
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
call entity_table('business_value_model');
create unique index business_value_model_urn on business_value_model (customer_id, urn) where urn is not null;

create table risk_model (
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
  impact text check (impact in ('VERY_LOW', 'LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH')),
  probability text check (probability in ('VERY_LOW', 'LOW', 'MEDIUM', 'HIGH', 'VERY_HIGH')),
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
call entity_table('risk_model');
create unique index risk_model_urn on risk_model (customer_id, urn) where urn is not null;
call link_table('risk_model', 'threats', 'threat');
call link_table('risk_model', 'assets', 'supporting_asset_model');
call link_table('risk_model', 'business_values', 'business_value_model');
call link_table('risk_model', 'solutions', 'solution');

call shared_table('supporting_asset_model');
call shared_table('business_value_model');
call shared_table('risk_model');
call shared_links('risk_model', 'threats', 'threat');
call shared_links('risk_model', 'assets', 'supporting_asset_model');
call shared_links('risk_model', 'business_values', 'business_value_model');
call shared_links('risk_model', 'solutions', 'solution');
