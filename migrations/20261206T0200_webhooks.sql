-- What programs are told by themselves: where to, of what, and each message with its attempts (docs/decisions/0119).
create table webhook (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name text not null collate "und-x-icu",
  url text not null,
  maker_id bigint not null,
  everywhere boolean not null default false,
  events jsonb not null,
  paused boolean not null default false,
  on_since timestamptz not null,
  off_since timestamptz,
  off_reason text check (off_reason in ('FAILED', 'GONE')),
  primary key (customer_id, id),
  foreign key (customer_id, maker_id) references member (customer_id, id)
);
create index on webhook (customer_id, name);
create index on webhook (customer_id, maker_id);
call entity_table('webhook');
call link_table('webhook', 'perimeters', 'perimeter');

-- By what its messages are signed, sealed: one secret, and beside it the former one until a rotation is over.
create table webhook_secret (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  webhook_id bigint not null,
  sealed text not null,
  made_at timestamptz not null default moment(),
  until timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, webhook_id) references webhook (customer_id, id) on delete cascade
);
create index on webhook_secret (customer_id, webhook_id);
call tenant_policies('webhook_secret');

-- How far an organisation's log was read for what its webhooks are told of: everything up to a line of an entry.
create table webhook_feed (
  customer_id bigint not null references customer,
  seq bigint not null,
  n int not null default -1,
  primary key (customer_id)
);
call tenant_policies('webhook_feed');

-- What areas told in the transaction in which it happened, until it was read.
create table webhook_told (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  event text not null,
  object_id bigint not null,
  at timestamptz not null default moment(),
  actor_id bigint,
  primary key (customer_id, id)
);
call tenant_policies('webhook_told');

-- Messages with their body as it is sent. What waits has a moment; what is under way is somebody's until another one.
create table webhook_delivery (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  webhook_id bigint not null,
  message_id text not null,
  event text not null,
  entity text,
  object_id bigint,
  gone boolean not null default false,
  body text not null check (length(body) <= 20000),
  state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'GIVEN_UP', 'WITHHELD')),
  forced boolean not null default false,
  replayed boolean not null default false,
  happened_at timestamptz not null,
  made_at timestamptz not null default moment(),
  attempts int not null default 0,
  tries int not null default 0,
  round_at timestamptz,
  next_at timestamptz,
  held_until timestamptz,
  status int,
  took int,
  ended_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, webhook_id) references webhook (customer_id, id) on delete cascade,
  check ((state = 'WAITING') = (next_at is not null)),
  check ((state = 'WAITING') = (ended_at is null))
);
create index on webhook_delivery (customer_id, webhook_id, id desc);
create index on webhook_delivery (customer_id, webhook_id, made_at);
create index on webhook_delivery (customer_id, webhook_id, next_at, id) where state = 'WAITING';
create index on webhook_delivery (customer_id, ended_at) where ended_at is not null;
call tenant_policies('webhook_delivery');

-- Each attempt, written down before it is made: one that was cut off has no end.
create table webhook_attempt (
  customer_id bigint not null references customer,
  delivery_id bigint not null,
  n int not null,
  at timestamptz not null,
  took int,
  status int,
  address text,
  failure text,
  sent jsonb,
  headers jsonb,
  answer text check (length(answer) <= 5000),
  primary key (customer_id, delivery_id, n),
  foreign key (customer_id, delivery_id) references webhook_delivery (customer_id, id) on delete cascade
);
call tenant_policies('webhook_attempt');

-- Which server sends for a webhook at this moment; where it is killed, the turn ends by itself.
create table webhook_turn (
  customer_id bigint not null references customer,
  webhook_id bigint not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (customer_id, webhook_id),
  foreign key (customer_id, webhook_id) references webhook (customer_id, id) on delete cascade
);
call tenant_policies('webhook_turn');

-- Organisations whose log goes on beyond what was read of it for those who hear of it; none that is suspended.
create function webhooks_behind() returns table (due_customer bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select f.customer_id from webhook_feed f join customer c on c.id = f.customer_id and not c.disabled
    where (exists (select 1 from audit_head h where h.customer_id = f.customer_id and h.seq > f.seq) or exists (select 1 from webhook_told t where t.customer_id = f.customer_id))
      and exists (select 1 from webhook w where w.customer_id = f.customer_id and not w.paused and w.off_since is null)
$$;

-- Webhooks that have something to send, and for which nobody sends. Each looks into an index for what there is, whatever the number of messages.
create function webhooks_waiting(p_now timestamptz) returns table (due_customer bigint, due_webhook bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select w.customer_id, w.id from webhook w join customer c on c.id = w.customer_id and not c.disabled
    where not exists (select 1 from webhook_turn t where t.customer_id = w.customer_id and t.webhook_id = w.id and t.until > p_now)
      and exists (select 1 from webhook_delivery d where d.customer_id = w.customer_id and d.webhook_id = w.id and d.state = 'WAITING' and d.next_at <= p_now
        and (d.held_until is null or d.held_until <= p_now) and (d.forced or (not w.paused and w.off_since is null)))
$$;

do $$
declare
  f text;
begin
  foreach f in array array['webhooks_behind()', 'webhooks_waiting(timestamptz)'] loop
    execute format('revoke all on function %s from public', f::regprocedure);
    execute format('grant execute on function %s to vigie_provider', f::regprocedure);
  end loop;
end $$;
