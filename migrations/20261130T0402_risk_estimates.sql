-- How often a risk happens and what it costs, as ranges, at up to three moments.
create table risk__estimates (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  moment text not null check (moment in ('BEFORE', 'NOW', 'AFTER')),
  frequency_low numeric(14, 3) not null check (frequency_low between 0 and 1000),
  frequency_likely numeric(14, 3) not null check (frequency_likely between 0 and 1000),
  frequency_high numeric(14, 3) not null check (frequency_high between 0 and 1000),
  loss_low numeric(14, 2) not null check (loss_low between 0 and 1000000000),
  loss_likely numeric(14, 2) not null check (loss_likely between 0 and 1000000000),
  loss_high numeric(14, 2) not null check (loss_high between 0 and 1000000000),
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references risk (customer_id, id) on delete cascade
);
create index on risk__estimates (customer_id, owner_id);
call owned_table('risk__estimates');
