-- The past, read by plans that are kept: the moment is no constant of them any more, and what orders and counts a list covers when its rows began.

-- Read once by each statement, as the value of a sub-query: as a condition of every row it would be parsed for every row.
create or replace function past.instant() returns timestamptz
  language sql stable parallel safe
  as $$ select current_setting('app.moment')::timestamptz $$;

-- Of an index whose name has as many letters as names may have, the one of history was to bear the same name, and so was not made.
do $$
declare
  h record;
begin
  for h in select i.indexname as name from pg_indexes i join pg_indexes l
      on l.schemaname = 'public' and i.tablename = l.tablename || '_history' and i.indexname = right('past_' || l.indexname, 63)
    where i.schemaname = 'public' and length(l.indexname) > 58
  loop
    execute format('alter index public.%I rename to %I', h.name, 'past_' || right(h.name, 58));
  end loop;
end $$;

-- Gives history the indexes of its table, so that a list of the past is read in its order and counted like one of today.
create or replace procedure index_past()
  language plpgsql as $$
declare
  x record;
begin
  for x in
    select 'past_' || right(c.relname, 58) as name, format('%I', t.relname || '_history') as history,
      string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' order by n) filter (where n <= i.indnkeyatts) as keys,
      coalesce(string_agg(', ' || pg_get_indexdef(i.indexrelid, n, true), '' order by n)
        filter (where n > i.indnkeyatts and pg_get_indexdef(i.indexrelid, n, true) <> 'updated_at'), '') as more,
      coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '') as predicate
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'btree'
      join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace, generate_series(1, i.indnatts) n
    where not i.indisprimary and to_regclass(format('public.%I', t.relname || '_history')) is not null
    group by i.indexrelid, c.relname, t.relname, i.indpred, i.indrelid
    union all
    select 'past_' || right('valid_to_' || table_name, 58), format('%I', table_name), 'customer_id, valid_to', '', ''
    from information_schema.columns where table_schema = 'public' and table_name like '%\_history' and column_name = 'version'
  loop
    execute format('create index if not exists %I on public.%s (%s) include (valid_from%s%s)%s',
      x.name, x.history, x.keys, case when x.keys like '%valid_to' then '' else ', valid_to' end, x.more, x.predicate);
  end loop;
end $$;

-- Where rows are listed by when they changed, every change writes all indexes anyway: there they hold it too, and whether a row stood at a moment
-- is known without reading it.
create procedure cover_changes()
  language plpgsql as $$
declare
  x record;
begin
  for x in
    select format('%I', c.relname) as name, pg_get_indexdef(i.indexrelid) as definition, i.indnatts > i.indnkeyatts as includes
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'btree'
      join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
      join pg_attribute u on u.attrelid = t.oid and u.attname = 'updated_at'
    where not i.indisunique and i.indpred is null and not u.attnum = any(i.indkey::int2[])
      and to_regclass(format('public.%I', t.relname || '_history')) is not null
      and exists (select from pg_index k where k.indrelid = t.oid and u.attnum = any(k.indkey::int2[]))
  loop
    execute format('drop index public.%s', x.name);
    execute case when x.includes then regexp_replace(x.definition, '\)$', ', updated_at)') else x.definition || ' include (updated_at)' end;
  end loop;
end $$;

-- Makes them anew, from the tables as they are now: after a migration.
create or replace procedure make_past()
  language plpgsql as $$
declare
  t record;
  v record;
  views jsonb;
begin
  call drop_past();
  call cover_changes();
  call index_past();
  perform set_config('search_path', 'public', true);
  select jsonb_agg(jsonb_build_object('name', viewname, 'body', pg_get_viewdef(format('%I', viewname)::regclass))) into views
    from pg_views where schemaname = 'public';
  for t in
    select c.table_name as name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns,
      string_agg(case when c.table_name = 'file' and c.column_name = 'detached_at' then 'null::timestamptz as detached_at' else quote_ident(c.column_name) end,
        ', ' order by c.ordinal_position) as shown,
      string_agg(case when h.column_name is null then format('null::%s as %I', c.udt_name, c.column_name) else quote_ident(c.column_name) end,
        ', ' order by c.ordinal_position) as kept,
      case when bool_or(c.column_name = 'valid_from') then 'valid_from' else 'updated_at' end as since,
      case c.table_name when 'file' then 'coalesce(detached_at, ''infinity'')' else '''infinity''::timestamptz' end as until
    from information_schema.columns c
      join information_schema.tables b on b.table_schema = 'public' and b.table_name = c.table_name || '_history'
      left join information_schema.columns h on h.table_schema = 'public' and h.table_name = b.table_name and h.column_name = c.column_name
    where c.table_schema = 'public' group by c.table_name
  loop
    -- Without conditions of their own the branches are read by whatever index serves the query, in its order.
    execute format('create view past.%1$I with (security_invoker = true) as select %3$s
      from (select %2$s, %5$s as "stood from", %6$s as "stood until" from public.%1$I
        union all select %4$s, valid_from, valid_to from public.%7$I) as version
      where "stood from" <= (select past.instant()) and "stood until" > (select past.instant())',
      t.name, t.columns, t.shown, t.kept, t.since, t.until, t.name || '_history');
    execute format('grant select on past.%I to vigie_app', t.name);
  end loop;
  -- What stands on those tables stands on their past.
  perform set_config('search_path', 'past, public', true);
  for v in select * from jsonb_to_recordset(views) as given (name text, body text) loop
    execute format('create view past.%I with (security_invoker = true) as %s', v.name, v.body);
    execute format('grant select on past.%I to vigie_app', v.name);
  end loop;
  perform set_config('search_path', 'public', true);
end $$;
