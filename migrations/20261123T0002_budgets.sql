-- What a plan may cost, year by year.
create table program__budgets (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  year int not null check (year between 2000 and 2100),
  amount numeric(14, 2) not null check (amount between 0 and 1000000),
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references program (customer_id, id) on delete cascade
);
create index on program__budgets (customer_id, owner_id);
call owned_table('program__budgets');
