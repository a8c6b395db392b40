-- The audit covers what belongs to an object, too: its links, its owned rows and its files, the ended ones included. A line that wrote an object holds a digest over
-- all of them as they stood when its transaction ended. Lines of before have none, and are hashed as they were.
alter table audit_log add column related text;

-- The heads of all chains, for the anchor that is kept outside of the database.
create policy provider_heads on audit_head for select to vigie_provider using (true);

-- Digests over what belongs to some objects of the current customer. Its tables are found by their names, `<entity>__<field>` and their history; an object that has such
-- tables has a digest although nothing is in them, so that what is added behind the server's back shows as well. With `p_known`, columns that came later are left out:
-- so older digests are recomputed. It runs as its owner since the provider's role, which writes the audit too, reads no such table.
create function audit_related(p_entity text, p_ids bigint[], p_known timestamptz default null) returns table (id bigint, digest text)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp set timezone = 'UTC'
  as $$
declare
  customer constant bigint := nullif(current_setting('app.customer_id', true), '')::bigint;
  parts text;
begin
  select string_agg(format(
      'select %L as place, c.owner_id as owner, jsonb_strip_nulls(to_jsonb(c) - ''customer_id'' - %L::text[]) as content from %I c where c.customer_id = $1 and c.owner_id = any($2)',
      t.relname, array(select s.column_name from schema_column s where s.table_name = t.relname and s.added_at > p_known), t.relname), ' union all ')
    into parts
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and t.relname >= p_entity || '__' and t.relname < p_entity || '_`';
  return query execute format($q$
    select w.id, encode(sha256(convert_to(coalesce(string_agg(r.place || E'\t' || r.content::text, E'\n' order by r.place collate "C", r.content::text collate "C"), ''), 'UTF8')), 'hex')
    from unnest($2) w (id) %s join (%s
      select 'file', f.object_id, jsonb_strip_nulls(jsonb_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size, 'sha256', f.sha256,
        'storage_key', f.storage_key, 'field', f.field, 'uploaded_by', f.uploaded_by, 'created_at', f.created_at, 'detached_at', f.detached_at))
      from file f where f.customer_id = $1 and f.entity = $3 and f.object_id = any($2)) r (place, owner, content) on r.owner = w.id
    group by w.id$q$, case when parts is null then '' else 'left' end, coalesce(parts || ' union all ', '')) using customer, p_ids, p_entity;
end $$;
revoke all on function audit_related from public;
grant execute on function audit_related to vigie_app, vigie_provider;

-- As before, with the digest of what belongs to an object in the lines that ask for it (`related`): those that hold its row's lock. It is looked up before the head is
-- locked, once for each entity, and is the last field of the hashed line where there is one.
create or replace function audit_append(p_actor bigint, p_impersonator bigint, p_source text, p_request text, p_rows jsonb) returns bigint
  language plpgsql as $$
declare
  customer constant bigint := current_customer();
  head audit_head;
  stamp constant timestamptz := moment();
  digests jsonb := '{}';
  body text;
  next_hash text;
begin
  if p_rows @> '[{"related": true}]' then
    select coalesce(jsonb_object_agg(e.entity || ' ' || r.id, r.digest), '{}') into digests
      from (select row->>'entity' as entity, array_agg(distinct (row->>'object_id')::bigint) as ids from jsonb_array_elements(p_rows) row
        where (row->>'related')::boolean group by 1) e, lateral audit_related(e.entity, e.ids) r;
  end if;
  insert into audit_head values (customer, 0, repeat('0', 64)) on conflict do nothing;
  select * into head from audit_head where customer_id = customer for update;
  select string_agg(concat_ws(E'\t', n, row->>'entity', coalesce(row->>'object_id', ''), row->>'action', coalesce(row->>'version', ''),
           coalesce(row->>'digest', ''), coalesce(row->>'details', ''), case when (row->>'related')::boolean then digests->>((row->>'entity') || ' ' || (row->>'object_id')) end), E'\n' order by n)
    into body from jsonb_array_elements(p_rows) with ordinality as rows (row, n);
  next_hash := encode(sha256(convert_to(concat_ws(E'\n', head.hash, customer, head.seq + 1,
    to_char(stamp at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), coalesce(p_actor::text, ''), coalesce(p_impersonator::text, ''),
    p_source, p_request, body), 'UTF8')), 'hex');
  insert into audit_entry values (customer, head.seq + 1, stamp, p_actor, p_impersonator, p_source, p_request, head.hash, next_hash);
  insert into audit_log (customer_id, seq, n, entity, object_id, action, object_version, digest, details, related)
    select customer, head.seq + 1, n, row->>'entity', (row->>'object_id')::bigint, row->>'action', (row->>'version')::int, row->>'digest', row->>'details',
      case when (row->>'related')::boolean then digests->>((row->>'entity') || ' ' || (row->>'object_id')) end
    from jsonb_array_elements(p_rows) with ordinality as rows (row, n);
  update audit_head set seq = head.seq + 1, hash = next_hash where customer_id = customer;
  return head.seq + 1;
end $$;
