-- What somebody asked to be decided about an object, with a copy of it as it was; and what came of it. Neither ever changes, whoever writes: the object may
-- change and go, and has no foreign key from here.
create table decision_request (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  entity text not null,
  object_id bigint not null,
  question text not null,
  -- JSON as text, whose digest is in the audit chain.
  copy text not null,
  copy_version integer not null,
  comment text,
  asked_by bigint,
  asked_at timestamptz not null default moment(),
  -- The last day on which it can be decided.
  expires_on date,
  primary key (customer_id, id),
  foreign key (customer_id, asked_by) references member (customer_id, id)
);
create index on decision_request (customer_id, entity, object_id, id);
create index on decision_request (customer_id, asked_by);
call tenant_policies('decision_request', 'select, insert');

create table decision (
  customer_id bigint not null references customer,
  request_id bigint not null,
  outcome text not null,
  reason text,
  decided_by bigint,
  decided_at timestamptz not null default moment(),
  primary key (customer_id, request_id),
  foreign key (customer_id, request_id) references decision_request (customer_id, id),
  foreign key (customer_id, decided_by) references member (customer_id, id)
);
create index on decision (customer_id, decided_by);
call tenant_policies('decision', 'select, insert');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is not changed once written', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger immutable before update or delete on decision_request for each row execute function refuse_change();
create trigger immutable before update or delete on decision for each row execute function refuse_change();
