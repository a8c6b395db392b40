-- What was answered to a call that named itself (`Idempotency-Key`): asked again within a day, it is told the same and does nothing. Written in the
-- transaction of the call, so that it says nothing of one that failed; a second call of the same name waits on the key until the first has ended.
create table idempotency_key (
  customer_id bigint not null references customer,
  member_id bigint not null,
  operation text not null,
  key text not null check (length(key) between 1 and 128),
  -- Of what was asked: the same name with another content is refused.
  content_hash bytea not null,
  -- Made already by a call of several transactions that has not ended yet, so that the next attempt goes on with the same.
  reserved jsonb,
  -- JSON as it was sent.
  answer text,
  created_at timestamptz not null,
  primary key (customer_id, member_id, operation, key),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create index on idempotency_key (customer_id, created_at);
call tenant_policies('idempotency_key');
grant select, insert, update, delete on idempotency_key to vigie_provider;
