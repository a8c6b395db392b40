-- The past, read by plans that are kept, and by plans that know the moment: which, says each statement by how it begins.

-- Read once by a statement, as the value of a sub-query: as a condition of every row it would be parsed for every row.
create or replace function past.instant() returns timestamptz
  language sql stable parallel safe
  as $$ select current_setting('app.moment')::timestamptz $$;

-- The moment as a constant, for a statement that is planned for this one time and says so: then the planner knows whether many or few versions stood.
-- Declared immutable for that, which it is not; for any other statement it is null, and leaves nothing in a plan.
create function past.known_instant() returns timestamptz
  language plpgsql immutable parallel safe
  as $$
begin
  return case when current_query() like '/* past, planned once */%' then current_setting('app.moment')::timestamptz end;
end $$;
grant execute on function past.known_instant() to vigie_app;

-- The indexes of a table, by their columns; the order of each is kept by any that has further columns at its end.
create function index_columns() returns table ("table" text, name text, "unique" boolean, keys text, included text, predicate text)
  language sql stable
  as $$
  select t.relname, c.relname, i.indisunique,
    string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' order by n) filter (where n <= i.indnkeyatts),
    string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' order by n) filter (where n > i.indnkeyatts),
    coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '')
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'btree'
    join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace, generate_series(1, i.indnatts) n
  where not i.indisprimary and to_regclass(format('public.%I', t.relname || '_history')) is not null
  group by i.indexrelid, c.relname, t.relname, i.indpred, i.indrelid
$$;

-- Those of history, made below with both ends of each version among their keys: so an entry of a version that did not stand is passed over in the
-- index. That of a name as long as names may be bore the same name, and was never made.
do $$
declare
  x record;
begin
  for x in select h.indexname from pg_indexes h join index_columns() l on h.tablename = l."table" || '_history' and h.indexname = right('past_' || l.name, 63)
  loop
    execute format('drop index public.%I', x.indexname);
  end loop;
end $$;

-- Gives history the indexes of its table, so that a list of the past is read in its order and counted like one of today.
create or replace procedure index_past()
  language plpgsql as $$
declare
  x record;
begin
  for x in
    select 'past_' || right(name, 58) as name, "table" || '_history' as history, regexp_replace(keys, ', updated_at$', '') || ', valid_to, valid_from' as keys, included, predicate
    from index_columns()
    union all
    select 'past_' || right('valid_to_' || table_name, 58), table_name, 'customer_id, valid_to, valid_from', null, ''
    from information_schema.columns where table_schema = 'public' and table_name like '%\_history' and column_name = 'version'
  loop
    execute format('create index if not exists %I on public.%I (%s)%s%s', x.name, x.history, x.keys, coalesce(' include (' || x.included || ')', ''), x.predicate);
  end loop;
end $$;

-- Where rows are listed by when they changed, every change writes all indexes anyway: there they all hold it, so that a row that did not stand at a
-- moment is passed over in the index too.
create procedure index_changes()
  language plpgsql as $$
declare
  x record;
begin
  for x in
    select * from index_columns() i where not "unique" and keys !~ '\mupdated_at\M'
      and exists (select from index_columns() k where k."table" = i."table" and k.keys = 'customer_id, updated_at, id')
  loop
    execute format('drop index public.%I', x.name);
    execute format('create index %I on public.%I (%s, updated_at)%s%s', x.name, x."table", x.keys, coalesce(' include (' || x.included || ')', ''), x.predicate);
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
  call index_changes();
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
      where "stood from" <= coalesce(past.known_instant(), (select past.instant())) and "stood until" > coalesce(past.known_instant(), (select past.instant()))',
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
