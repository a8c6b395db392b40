/* The audit is read as a page [ADM-19, SEC-14]: from where something was done and in which session, by whom and about what it is found, for how long it is kept, and how far its
   chain was last followed. */

-- From which address, and in the session that began when; nothing for jobs, and for what was written before.
alter table audit_entry add column address text, add column session_at timestamptz;

-- A day's entries are found by the index alone; a person's, an action's and an entity's stand in the order in which they are shown.
create index audit_entry_days on audit_entry (customer_id, at, seq);
drop index audit_entry_customer_id_at_idx;
create index audit_entry_people on audit_entry (customer_id, actor_id, seq);
create index audit_entry_impersonators on audit_entry (customer_id, impersonator_id, seq) where impersonator_id is not null;
create index audit_log_actions on audit_log (customer_id, action, seq);
create index audit_log_entities on audit_log (customer_id, entity, seq);

-- For how many days entries are kept; 0: for ever (QTA-07).
alter table customer add column log_retention_days int not null default 0
  constraint customer_log_retention check (log_retention_days = 0 or log_retention_days between 7 and 360);
grant update (log_retention_days) on customer to vigie_app;

-- Where a chain begins whose older entries have gone: the last of these and its hash. Only `audit_purge` writes it.
create table audit_base (
  customer_id bigint primary key references customer,
  seq bigint not null,
  hash text not null,
  at timestamptz not null,
  removed_at timestamptz not null
);
call tenant_policies('audit_base', 'select');
grant select on audit_base to vigie_provider;

-- How far a chain was followed when somebody last asked, piece by piece; `until_*` is where it ended when they did.
create table audit_check (
  customer_id bigint primary key references customer,
  started_at timestamptz not null,
  started_by bigint,
  base_seq bigint not null,
  last_seq bigint not null,
  last_hash text not null,
  until_seq bigint not null,
  until_hash text not null,
  -- Milliseconds that the pieces took together.
  took int not null default 0,
  finished_at timestamptz,
  -- The first entry that is not as it was written, and why: MISSING, ORDER, CONTENT, HEAD.
  fault_seq bigint,
  fault text check (fault in ('MISSING', 'ORDER', 'CONTENT', 'HEAD'))
);
call tenant_policies('audit_check', 'select, insert, update');

/* As before, with the address and the beginning of the session: one line of the hashed text where there are any, so that entries without are hashed as they were. No line of the
   rows can be taken for it: they begin with a number. */
drop function audit_append(bigint, bigint, text, text, jsonb);
create function audit_append(p_actor bigint, p_impersonator bigint, p_source text, p_request text, p_rows jsonb, p_address text default null, p_session timestamptz default null)
  returns bigint
  language plpgsql as $$
declare
  customer constant bigint := current_customer();
  head audit_head;
  stamp constant timestamptz := moment();
  digests jsonb := '{}';
  origin text;
  body text;
  next_hash text;
begin
  if p_rows @> '[{"related": true}]' then
    select coalesce(jsonb_object_agg(e.entity || ' ' || r.id, r.digest), '{}') into digests
      from (select row->>'entity' as entity, array_agg(distinct (row->>'object_id')::bigint) as ids from jsonb_array_elements(p_rows) row
        where (row->>'related')::boolean group by 1) e, lateral audit_related(e.entity, e.ids) r;
  end if;
  if p_address is not null or p_session is not null then
    origin := concat_ws(E'\t', 'from', coalesce(p_address, ''), coalesce(to_char(p_session at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), ''));
  end if;
  insert into audit_head values (customer, 0, repeat('0', 64)) on conflict do nothing;
  select * into head from audit_head where customer_id = customer for update;
  select string_agg(concat_ws(E'\t', n, row->>'entity', coalesce(row->>'object_id', ''), row->>'action', coalesce(row->>'version', ''),
           coalesce(row->>'digest', ''), coalesce(row->>'details', ''), case when (row->>'related')::boolean then digests->>((row->>'entity') || ' ' || (row->>'object_id')) end), E'\n' order by n)
    into body from jsonb_array_elements(p_rows) with ordinality as rows (row, n);
  next_hash := encode(sha256(convert_to(concat_ws(E'\n', head.hash, customer, head.seq + 1,
    to_char(stamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), coalesce(p_actor::text, ''), coalesce(p_impersonator::text, ''),
    p_source, p_request, origin, body), 'UTF8')), 'hex');
  insert into audit_entry (customer_id, seq, at, actor_id, impersonator_id, source, request_id, previous_hash, hash, address, session_at)
    values (customer, head.seq + 1, stamp, p_actor, p_impersonator, p_source, p_request, head.hash, next_hash, p_address, p_session);
  insert into audit_log (customer_id, seq, n, entity, object_id, action, object_version, digest, details, related)
    select customer, head.seq + 1, n, row->>'entity', (row->>'object_id')::bigint, row->>'action', (row->>'version')::int, row->>'digest', row->>'details',
      case when (row->>'related')::boolean then digests->>((row->>'entity') || ' ' || (row->>'object_id')) end
    from jsonb_array_elements(p_rows) with ordinality as rows (row, n);
  update audit_head set seq = head.seq + 1, hash = next_hash where customer_id = customer;
  return head.seq + 1;
end $$;

/* Removes entries of the current customer that are older than it keeps them, the oldest first and at most so many, and answers how many went: a closed beginning of the chain, whose
   last hash stays. The newest entry stays too: what is anchored outside of the database is a newest one. Nobody else removes any: how old they must be is read here and not given,
   and by a clock that nobody sets. */
create function audit_purge(p_limit int) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  customer constant bigint := nullif(current_setting('app.customer_id', true), '')::bigint;
  days constant int := (select c.log_retention_days from customer c where c.id = customer);
  base audit_base;
  last record;
begin
  if coalesce(days, 0) < 7 then return 0; end if;
  insert into audit_base values (customer, 0, repeat('0', 64), '-infinity', present()) on conflict do nothing;
  select * into base from audit_base b where b.customer_id = customer for update;
  select e.seq, e.hash, e.at into last from (
      select o.*, bool_and(o.at < present() - make_interval(days => days)) over (order by o.seq) as old
      from (select * from audit_entry a where a.customer_id = customer and a.seq > base.seq order by a.seq limit p_limit) o
    ) e where e.old and e.seq < (select h.seq from audit_head h where h.customer_id = customer) order by e.seq desc limit 1;
  if last.seq is null then return 0; end if;
  delete from audit_log l where l.customer_id = customer and l.seq > base.seq and l.seq <= last.seq;
  delete from audit_entry e where e.customer_id = customer and e.seq > base.seq and e.seq <= last.seq;
  update audit_base b set seq = last.seq, hash = last.hash, at = last.at, removed_at = present() where b.customer_id = customer;
  return last.seq - base.seq;
end $$;
revoke all on function audit_purge from public;
grant execute on function audit_purge to vigie_app;
