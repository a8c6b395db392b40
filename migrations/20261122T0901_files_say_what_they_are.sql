-- What people say of an attached file, and the owned row that it belongs to where it is not the object's own: a file of a task stands in the field `tasks.proof_files` of its
-- action, beside the task's id. Whoever reads the object reads the files of its owned rows.
alter table file add column comment text check (char_length(comment) <= 1000), add column child_id bigint;
alter table file add check (child_id is null or object_id is not null);

-- As before, with the two new columns; what is null is left out, so that digests of before them stay what they were.
create or replace function audit_related(p_entity text, p_ids bigint[], p_known timestamptz default null) returns table (id bigint, digest text)
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
        'storage_key', f.storage_key, 'field', f.field, 'uploaded_by', f.uploaded_by, 'created_at', f.created_at, 'detached_at', f.detached_at,
        'comment', f.comment, 'child_id', f.child_id))
      from file f where f.customer_id = $1 and f.entity = $3 and f.object_id = any($2)) r (place, owner, content) on r.owner = w.id
    group by w.id$q$, case when parts is null then '' else 'left' end, coalesce(parts || ' union all ', '')) using customer, p_ids, p_entity;
end $$;
