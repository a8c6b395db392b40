-- Suppliers: what a register holds of each perimeter of the type PROVIDER, with services, agreements and who works for them.

create table supplier (
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
  parent_id bigint not null,
  -- One record for each perimeter, made and removed with it.
  perimeter_id bigint not null,
  status text not null default 'ACTIVE' check (status in ('PROSPECT', 'ACTIVE', 'EXITING', 'ENDED')),
  criticality text check (criticality in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  criticality_reason text,
  classified_on date,
  manager_id bigint,
  description text,
  website text,
  country text,
  headquarters text,
  person_type text not null default 'LEGAL' check (person_type in ('LEGAL', 'NATURAL')),
  code_type text check (code_type in ('LEI', 'EUID', 'CRN', 'VAT', 'NATIONAL', 'PASSPORT')),
  code text,
  corporate_group text,
  parent_code_type text check (parent_code_type in ('LEI', 'EUID', 'CRN', 'VAT', 'NATIONAL', 'PASSPORT')),
  parent_code text,
  last_evaluation date,
  next_evaluation date,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, parent_id) references perimeter (customer_id, id),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id)
);
create index on supplier (customer_id, parent_id);
create unique index on supplier (customer_id, perimeter_id);
create index on supplier (customer_id, manager_id);
create index on supplier (customer_id, (coalesce(name_en, name_fr)), id);
create index on supplier (customer_id, (coalesce(name_fr, name_en)), id);
create index on supplier (customer_id, next_evaluation);
call entity_table('supplier');

create table supplier__contacts (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  name text not null,
  role text not null default 'COMMERCIAL' check (role in ('COMMERCIAL', 'SECURITY', 'PRIVACY', 'OPERATIONS', 'CRISIS', 'MANAGEMENT')),
  email text,
  phone text,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references supplier (customer_id, id) on delete cascade
);
create index on supplier__contacts (customer_id, owner_id);
call owned_table('supplier__contacts');

create table supplier__certificates (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  kind text not null default 'ISO_27001' check (kind in ('ISO_27001', 'ISO_27701', 'ISO_22301', 'SECNUMCLOUD', 'HDS', 'SOC_2', 'ISAE_3402', 'TISAX', 'PCI_DSS', 'CYBER_ESSENTIALS', 'OTHER')),
  evidence_id bigint,
  scope text,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references supplier (customer_id, id) on delete cascade,
  foreign key (customer_id, evidence_id) references evidence (customer_id, id)
);
create index on supplier__certificates (customer_id, owner_id);
create index on supplier__certificates (customer_id, evidence_id);
call owned_table('supplier__certificates');

create table supplier_service (
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
  supplier_id bigint not null,
  ict_type text not null default 'NONE' check (ict_type in ('S01', 'S02', 'S03', 'S04', 'S05', 'S06', 'S07', 'S08', 'S09', 'S10', 'S11', 'S12', 'S13', 'S14', 'S15', 'S16', 'S17', 'S18', 'S19', 'NONE')),
  description text,
  function_name text,
  function_critical text not null default 'NOT_ASSESSED' check (function_critical in ('YES', 'NO', 'NOT_ASSESSED')),
  function_reason text,
  function_assessed_on date,
  function_impact text not null default 'NOT_ASSESSED' check (function_impact in ('LOW', 'MEDIUM', 'HIGH', 'NOT_ASSESSED')),
  rto int check (rto between 0 and 100000),
  rpo int check (rpo between 0 and 100000),
  reliance text check (reliance in ('NOT_SIGNIFICANT', 'LOW', 'MATERIAL', 'FULL')),
  data_categories text[] not null default '{}' check (data_categories <@ array['CUSTOMERS', 'EMPLOYEES', 'DESIGNS', 'FINANCIAL', 'CONTRACTS', 'HEALTH', 'CREDENTIALS', 'LOGS', 'OTHER']),
  sensitivity text check (sensitivity in ('LOW', 'MEDIUM', 'HIGH')),
  personal_data boolean not null default false,
  stores_data boolean not null default false,
  provision_country text,
  storage_country text,
  processing_country text,
  substitutability text check (substitutability in ('NOT', 'HIGHLY_COMPLEX', 'MEDIUM', 'EASY')),
  substitution_reason text check (substitution_reason in ('NO_ALTERNATIVE', 'MIGRATION', 'BOTH')),
  last_audit date,
  exit_plan text check (exit_plan in ('YES', 'NO')),
  exit_plan_date date,
  reintegration text check (reintegration in ('EASY', 'DIFFICULT', 'HIGHLY_COMPLEX')),
  service_impact text not null default 'NOT_ASSESSED' check (service_impact in ('LOW', 'MEDIUM', 'HIGH', 'NOT_ASSESSED')),
  alternatives text not null default 'NOT_ASSESSED' check (alternatives in ('YES', 'NO', 'NOT_ASSESSED')),
  alternative text,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, supplier_id) references supplier (customer_id, id)
);
create index on supplier_service (customer_id, supplier_id);
call entity_table('supplier_service');

create table supplier__subcontractors (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  supplier_id bigint not null,
  service_id bigint,
  task text,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references supplier (customer_id, id) on delete cascade,
  foreign key (customer_id, supplier_id) references supplier (customer_id, id),
  foreign key (customer_id, service_id) references supplier_service (customer_id, id)
);
create index on supplier__subcontractors (customer_id, owner_id);
create index on supplier__subcontractors (customer_id, supplier_id);
create index on supplier__subcontractors (customer_id, service_id);
call owned_table('supplier__subcontractors');

create table supplier_contract (
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
  supplier_id bigint not null,
  type text not null default 'STANDALONE' check (type in ('STANDALONE', 'OVERARCHING', 'SUBSEQUENT')),
  overarching_id bigint,
  start_date date,
  end_date date,
  renewal text not null default 'NONE' check (renewal in ('TACIT', 'EXPRESS', 'NONE')),
  notice_days int check (notice_days between 0 and 3650),
  supplier_notice_days int check (supplier_notice_days between 0 and 3650),
  notice_date date,
  exit_date date,
  termination_reason text check (termination_reason in ('EXPIRED', 'BREACH', 'IMPEDIMENT', 'DATA_SECURITY', 'AUTHORITY', 'OTHER')),
  governing_country text,
  annual_cost numeric(14, 2) check (annual_cost >= 0),
  currency text,
  signatory text,
  signed_on date,
  description text,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, supplier_id) references supplier (customer_id, id),
  foreign key (customer_id, overarching_id) references supplier_contract (customer_id, id)
);
create index on supplier_contract (customer_id, supplier_id);
create index on supplier_contract (customer_id, overarching_id);
create index on supplier_contract (customer_id, end_date);
create index on supplier_contract (customer_id, notice_date);
call entity_table('supplier_contract');
call link_table('supplier_contract', 'services', 'supplier_service');

-- What decided each time how critical a supplier is: the answers with the version that was asked. Rows come and stay.
create table supplier_classification (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  supplier_id bigint not null,
  questionnaire_id bigint not null,
  edition int not null,
  accumulator text not null,
  answers jsonb not null check (jsonb_typeof(answers) = 'object'),
  value numeric not null,
  criticality text not null check (criticality in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  level_en text,
  level_fr text,
  author_id bigint,
  created_at timestamptz not null default moment(),
  primary key (customer_id, id),
  foreign key (customer_id, supplier_id) references supplier (customer_id, id) on delete cascade,
  foreign key (customer_id, questionnaire_id, edition) references questionnaire_version (customer_id, questionnaire_id, edition),
  foreign key (customer_id, author_id) references member (customer_id, id)
);
create index on supplier_classification (customer_id, supplier_id, id);
create index on supplier_classification (customer_id, questionnaire_id, edition);
create index on supplier_classification (customer_id, author_id);
call tenant_policies('supplier_classification', 'select, insert, delete');

-- What an organisation sets about all of them; without a row, what the product proposes.
create table supplier_setting (
  customer_id bigint primary key references customer,
  months jsonb,
  entity jsonb,
  questionnaire_id bigint,
  accumulator text,
  version int not null default 0,
  foreign key (customer_id, questionnaire_id) references questionnaire (customer_id, id)
);
create index on supplier_setting (customer_id, questionnaire_id);
call tenant_policies('supplier_setting');

-- Every provider's perimeter that is there has a record from now on.
create function suppliers_of_perimeters() returns void language plpgsql as $$
declare
  customer constant bigint := current_customer();
  place record;
  made supplier;
  n int := 0;
begin
  create temp table told (place int, line jsonb) on commit drop;
  for place in select p.* from perimeter p where p.customer_id = customer and p.type = 'PROVIDER' and p.parent_id is not null order by p.id
  loop
    n := n + 1;
    insert into supplier (customer_id, identifier, name_en, name_fr, parent_id, perimeter_id, manager_id)
      values (customer, 'SUP-' || n, place.name_en, place.name_fr, place.parent_id, place.id, place.manager_id) returning * into made;
    insert into search_document (customer_id, entity, id, text)
      values (customer, 'supplier', made.id, fold(left(concat_ws(' ', made.identifier, made.name_en, made.name_fr), 20000)));
    insert into told values (n, jsonb_build_object('entity', 'supplier', 'object_id', made.id, 'action', 'create', 'version', made.version, 'related', true,
      'digest', (select encode(sha256(convert_to(jsonb_object_agg(e.key, e.value)::text, 'UTF8')), 'hex') from jsonb_each(to_jsonb(made)) e)));
  end loop;
  if n > 0 then
    insert into identifier_counter (customer_id, entity, last) values (customer, 'supplier', n);
    perform audit_append(null, null, 'system', 'migration', (select jsonb_agg(line order by told.place) from told));
  end if;
  drop table told;
end $$;

alter table customer no force row level security;
do $$
declare
  customer bigint;
begin
  for customer in select id from customer where kind = 'ORGANISATION' order by id loop
    execute format('set local app.customer_id = %L', customer);
    perform suppliers_of_perimeters();
  end loop;
  reset app.customer_id;
end $$;
alter table customer force row level security;
drop function suppliers_of_perimeters();
