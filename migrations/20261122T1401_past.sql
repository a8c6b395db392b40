-- The past: for every table that keeps history a view of the same name, which shows its rows as they stood at `app.moment`. What reads with
-- `set local search_path = past, public` reads that moment: rows, links, owned rows, files, names of references, derived values, whatever
-- their SQL says. Nothing can be written there.

create schema past;
grant usage on schema past to vigie_app;

-- Not immutable in truth: declared so, it is a constant of each plan, and the planner knows whether many or few versions stood then. Hence no plan
-- that reads the past is kept.
create function past.instant() returns timestamptz
  language sql immutable parallel safe
  as $$ select current_setting('app.moment')::timestamptz $$;
grant execute on function past.instant() to vigie_app;

-- A file stands in its place from when it was attached, or something else came to be said of it, until it was detached. Of what was there before
-- this, it is not known better than when it was uploaded, when a deduction was opened, when a plan was made.
alter table file add column valid_from timestamptz not null default moment();
alter table assignment add column valid_from timestamptz not null default moment();
alter table measure_deduction add column valid_from timestamptz not null default moment();

-- Outside of a customer a forced policy hides every row, also from the owner.
alter table customer no force row level security;
alter table file no force row level security;
alter table assignment no force row level security;
alter table program no force row level security;
alter table measure_deduction no force row level security;
update file set valid_from = created_at;
update assignment a set valid_from = p.created_at from program p where p.customer_id = a.customer_id and a.entity = 'program' and p.id = a.object_id;
update measure_deduction d set valid_from = least(d.valid_from, d.opened_on::timestamp at time zone c.time_zone) from customer c where c.id = d.customer_id;
alter table customer force row level security;
alter table file force row level security;
alter table assignment force row level security;
alter table program force row level security;
alter table measure_deduction force row level security;

do $$
declare
  name text;
begin
  foreach name in array array['file', 'assignment', 'measure_deduction'] loop
    call history_table(name);
    execute format('alter table %I add primary key (customer_id, id, valid_from)', name || '_history');
    call tenant_policies(name || '_history', 'select, insert');
  end loop;
end $$;

-- Drops the views of the past: before a migration, which may change what they stand on.
create procedure drop_past()
  language plpgsql as $$
declare
  name text;
begin
  for name in select viewname from pg_views where schemaname = 'past' loop
    execute format('drop view if exists past.%I cascade', name);
  end loop;
end $$;

-- Gives history the indexes of its table, so that a list of the past is read in its order and counted like one of today. Which versions stood at
-- a moment is otherwise found among those that ended after it.
create procedure index_past()
  language plpgsql as $$
declare
  x record;
begin
  for x in
    select right('past_' || c.relname, 63) as name, format('%I', t.relname || '_history') as history,
      string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' order by n) filter (where n <= i.indnkeyatts) as keys,
      string_agg(', ' || pg_get_indexdef(i.indexrelid, n, true), '' order by n) filter (where n > i.indnkeyatts) as more,
      coalesce(' where ' || pg_get_expr(i.indpred, i.indrelid), '') as predicate
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam and a.amname = 'btree'
      join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace, generate_series(1, i.indnatts) n
    where not i.indisprimary and to_regclass(format('public.%I', t.relname || '_history')) is not null
    group by i.indexrelid, c.relname, t.relname, i.indpred, i.indrelid
    union all
    select right('past_valid_to_' || table_name, 63), format('%I', table_name), 'customer_id, valid_to', '', ''
    from information_schema.columns where table_schema = 'public' and table_name like '%\_history' and column_name = 'version'
  loop
    execute format('create index if not exists %I on public.%s (%s) include (valid_from%s%s)%s',
      x.name, x.history, x.keys, case when x.keys like '%valid_to' then '' else ', valid_to' end, x.more, x.predicate);
  end loop;
end $$;

-- Makes them anew, from the tables as they are now: after a migration.
create procedure make_past()
  language plpgsql as $$
declare
  t record;
  v record;
  views jsonb;
begin
  call drop_past();
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
      where "stood from" <= past.instant() and "stood until" > past.instant()',
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
