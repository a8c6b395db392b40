-- Why a requirement is in a perimeter's statement of applicability; why one is left out stands in control_not_applicable.
create table control_inclusion (
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
create index on control_inclusion (customer_id, lineage_id);
call entity_table('control_inclusion');
