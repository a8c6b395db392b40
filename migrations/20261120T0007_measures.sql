-- Measures: what a perimeter decided about a solution. Rows exist from the moment a policy calls for the solution (TO_IMPLEMENT).

create table measure (
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
  solution_id bigint not null,
  perimeter_id bigint not null,
  category_id bigint,
  status text not null default 'TO_IMPLEMENT' check (status in ('TO_IMPLEMENT', 'NOT_IMPLEMENTED', 'IMPLEMENTED')),
  decision text check (decision in ('PLANNED', 'DISCARDED')),
  justification text,
  manager_id bigint,
  -- Base efficiency; open deductions come off it (decisions, Scores 1).
  base_efficiency int not null default 100 check (base_efficiency between 0 and 100),
  efficiency_reason text,
  implemented_on date,
  -- False: operated for others only.
  serves_self boolean not null default true,
  -- What the model said, by field, when the perimeter chose to keep its own.
  kept_differences jsonb,
  yearly_cost numeric(14, 2) check (yearly_cost >= 0),
  yearly_internal_charge numeric(14, 2) check (yearly_internal_charge >= 0),
  build_days numeric(14, 2) check (build_days >= 0),
  primary key (customer_id, id),
  unique (customer_id, identifier),
  unique (customer_id, perimeter_id, solution_id),
  foreign key (customer_id, solution_id) references solution (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, category_id) references category (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id)
);
create index on measure (customer_id, solution_id);
create index on measure (customer_id, perimeter_id, status);
create index on measure (customer_id, category_id);
call entity_table('measure');

-- A benefit counts once someone with the edit right on the beneficiary accepted it («Offered» until then).
create table measure_beneficiary (
  customer_id bigint not null references customer,
  measure_id bigint not null,
  perimeter_id bigint not null,
  accepted boolean not null default false,
  accepted_by bigint,
  accepted_at timestamptz,
  valid_from timestamptz not null default moment(),
  primary key (customer_id, measure_id, perimeter_id),
  foreign key (customer_id, measure_id) references measure (customer_id, id) on delete cascade,
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id)
);
create index on measure_beneficiary (customer_id, perimeter_id);
call tenant_policies('measure_beneficiary');
call history_table('measure_beneficiary');
alter table measure_beneficiary_history add primary key (customer_id, measure_id, perimeter_id, valid_from);
call tenant_policies('measure_beneficiary_history', 'select, insert');
