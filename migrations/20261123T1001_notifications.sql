-- Who is settled about a comment; what was said before it was changed is in its history.
alter table comment add column resolved_at timestamptz, add column resolved_by bigint;
alter table comment_history add column resolved_at timestamptz, add column resolved_by bigint;
create index on comment_history (customer_id, entity, object_id, id);

-- What each member is told: which object, by whose doing, of what day. Names are read with the rule of the object when it is shown.
create table notification (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  member_id bigint not null,
  kind text not null check (kind in ('assigned', 'mentioned', 'commented', 'due_soon', 'late', 'decided', 'rejected', 'expiring')),
  entity text not null,
  object_id bigint not null,
  actor_id bigint,
  comment_id bigint,
  day date,
  -- What happened, so that nobody is told of it twice.
  cause text not null,
  needs_action boolean not null,
  created_at timestamptz not null default moment(),
  read_at timestamptz,
  primary key (customer_id, id),
  unique (customer_id, member_id, cause),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create index on notification (customer_id, member_id, id);
create index on notification (customer_id, member_id, id) where read_at is null;
create index on notification (customer_id, created_at);
call tenant_policies('notification');

-- Objects of which a member wants to hear nothing.
create table notification_mute (
  customer_id bigint not null references customer,
  member_id bigint not null,
  entity text not null,
  object_id bigint not null,
  primary key (customer_id, member_id, entity, object_id),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
call tenant_policies('notification_mute', 'select, insert, delete');

-- Servers that hold a stream open for a session hear of its end, whatever ends it; nobody comes in with the hash of a token.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('vigie_told', 'ended:' || encode(old.token_hash, 'hex'));
  return null;
end $$;
create trigger told after delete on session for each row execute function tell_session_ended();
