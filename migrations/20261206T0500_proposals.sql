-- What programs propose to rows, for people to accept or refuse (docs/decisions/0122).
create table proposal (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  made_at timestamptz not null default moment(),
  ends_at timestamptz not null,
  key_id bigint not null,
  title text not null check (length(title) between 1 and 200),
  reason text not null check (length(reason) between 1 and 4000),
  withdrawn_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, key_id) references api_key (customer_id, id) on delete cascade
);
create index on proposal (customer_id, key_id);
call tenant_policies('proposal');

-- One row that is to be changed or made. `changes` is what a program would have written; `before` what an acceptance replaced. Without a decision it waits for one.
create table proposal_change (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  proposal_id bigint not null,
  entity text not null,
  object_id bigint,
  read_version int,
  changes jsonb not null,
  quote text check (length(quote) <= 2000),
  decision text check (decision in ('YES', 'NO')),
  decided_by bigint,
  decided_at timestamptz,
  before jsonb,
  made_version int,
  primary key (customer_id, id),
  foreign key (customer_id, proposal_id) references proposal (customer_id, id) on delete cascade,
  foreign key (customer_id, decided_by) references member (customer_id, id)
);
create index on proposal_change (customer_id, proposal_id);
create index on proposal_change (customer_id, decided_by);
create index on proposal_change (customer_id, entity, object_id);
call tenant_policies('proposal_change');
