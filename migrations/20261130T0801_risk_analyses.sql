-- Risk analyses, the scenarios that they lay out, and how far that is.

create table risk_analysis (
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
  perimeter_id bigint not null,
  context text,
  scale_id bigint,
  impact_types text[] not null default '{}' check (impact_types <@ array['FINANCIAL', 'OPERATIONAL', 'LEGAL', 'IMAGE', 'HUMAN']),
  register_id bigint,
  previous_id bigint,
  step int not null default 1 check (step between 1 and 6),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'ONGOING', 'VALIDATED')),
  status_reason text,
  manager_id bigint,
  group_id bigint,
  target_date date,
  validated_on date,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, scale_id) references scale (customer_id, id),
  foreign key (customer_id, register_id) references risk_register (customer_id, id),
  foreign key (customer_id, previous_id) references risk_analysis (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id)
);
create index on risk_analysis (customer_id, perimeter_id);
create index on risk_analysis (customer_id, scale_id);
create index on risk_analysis (customer_id, register_id);
create index on risk_analysis (customer_id, previous_id);
create index on risk_analysis (customer_id, manager_id);
create index on risk_analysis (customer_id, group_id);
call entity_table('risk_analysis');
call link_table('risk_analysis', 'business_values', 'business_value');
call link_table('risk_analysis', 'supporting_assets', 'supporting_asset');
call link_table('risk_analysis', 'threats', 'threat');

create table risk_analysis__impacts (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  business_value_id bigint not null,
  type text not null check (type in ('FINANCIAL', 'OPERATIONAL', 'LEGAL', 'IMAGE', 'HUMAN')),
  impact int not null check (impact between 1 and 6),
  comment text,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references risk_analysis (customer_id, id) on delete cascade,
  foreign key (customer_id, business_value_id) references business_value (customer_id, id)
);
create index on risk_analysis__impacts (customer_id, owner_id);
create index on risk_analysis__impacts (customer_id, business_value_id);
call owned_table('risk_analysis__impacts');

create table risk_scenario (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  analysis_id bigint not null,
  threat_id bigint not null,
  supporting_asset_id bigint not null,
  retained boolean not null default false,
  probability int check (probability between 1 and 6),
  impact int check (impact between 1 and 6),
  reason text,
  strategy text not null default 'REDUCE' check (strategy in ('REDUCE', 'ACCEPT', 'TRANSFER')),
  target_probability int check (target_probability between 1 and 6),
  target_impact int check (target_impact between 1 and 6),
  manager_id bigint,
  risk_id bigint,
  primary key (customer_id, id),
  foreign key (customer_id, analysis_id) references risk_analysis (customer_id, id),
  foreign key (customer_id, threat_id) references threat (customer_id, id),
  foreign key (customer_id, supporting_asset_id) references supporting_asset (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id),
  foreign key (customer_id, risk_id) references risk (customer_id, id)
);
-- Each asset meets each threat once in an analysis.
create unique index on risk_scenario (customer_id, analysis_id, supporting_asset_id, threat_id);
create index on risk_scenario (customer_id, analysis_id) where retained;
create index on risk_scenario (customer_id, threat_id);
create index on risk_scenario (customer_id, supporting_asset_id);
create index on risk_scenario (customer_id, manager_id);
create index on risk_scenario (customer_id, risk_id);
call entity_table('risk_scenario');
call link_table('risk_scenario', 'measures', 'measure');
call link_table('risk_scenario', 'actions', 'remediation');

-- How far the scenarios of an analysis are laid out; one row of each analysis for which somebody has asked.
create table risk_analysis_generation (
  customer_id bigint not null references customer,
  analysis_id bigint not null,
  running boolean not null,
  failed boolean not null default false,
  made int,
  removed int,
  primary key (customer_id, analysis_id),
  foreign key (customer_id, analysis_id) references risk_analysis (customer_id, id) on delete cascade
);
call tenant_policies('risk_analysis_generation');
