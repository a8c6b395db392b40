-- Where a scan found a gap, apart from its description; what it told before says so at its next import.
alter table gap add column account text, add column region text, add column package text, add column file text;
alter table gap_history add column account text, add column region text, add column package text, add column file text;

-- What new gaps of a register get that no scan says: where they belong, who takes care of them, how severe they are and until when.
create table gap_register__rules (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  from_severity int,
  account text,
  target text,
  perimeter_id bigint,
  manager_id bigint,
  severity int,
  days int check (days between 0 and 3650),
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references gap_register (customer_id, id) on delete cascade,
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, manager_id) references member (customer_id, id)
);
create index on gap_register__rules (customer_id, owner_id);
create index on gap_register__rules (customer_id, perimeter_id);
create index on gap_register__rules (customer_id, manager_id);
call owned_table('gap_register__rules');
