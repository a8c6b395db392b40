/* A customer is deleted by the provider's administrators once its waiting period is over, until when that is taken back; meanwhile it is suspended. It is named by an identifier
   that whoever deletes it types. */
alter table customer
  add column identifier text,
  add column deletion_asked_at timestamptz,
  add column deletes_at timestamptz,
  -- Thirty days of its calendar, to the midnight with which the last one begins.
  add check (case when deletes_at is null then deletion_asked_at is null else disabled and deletes_at >= deletion_asked_at + interval '28 days 22 hours' end);

-- Its name in letters and digits; numbered where others are called the same.
create function customer_identifier(p_name text) returns text
  language plpgsql stable as $$
declare
  base constant text := coalesce(nullif(trim(both '-' from left(regexp_replace(fold(p_name), '[^a-z0-9]+', '-', 'g'), 48)), ''), 'customer');
  found text := base;
  n int := 1;
begin
  while exists (select 1 from customer c where c.identifier = found) loop
    n := n + 1;
    found := base || '-' || n;
  end loop;
  return found;
end $$;

do $$
declare
  one record;
begin
  for one in select id, name from customer order by id loop
    update customer set identifier = customer_identifier(one.name) where id = one.id;
  end loop;
end $$;
alter table customer alter column identifier set not null, add check (identifier ~ '^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$');
create unique index on customer (identifier);

create function customer_named() returns trigger
  language plpgsql as $$
begin
  new.identifier := coalesce(new.identifier, customer_identifier(new.name));
  return new;
end $$;
create trigger named before insert on customer for each row execute function customer_named();

/* Whether the waiting period of a customer is over: from then on, by a clock that nobody sets, everything of it goes, what is otherwise never changed among it. Nobody can take that
   back any more, and nobody can ask for less than the period. */
create function is_erased(p_customer bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select 1 from customer c where c.id = p_customer and c.kind = 'ORGANISATION' and c.disabled and c.deletes_at <= present()) $$;
revoke all on function is_erased from public;
grant execute on function is_erased to vigie_app, vigie_provider;

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_erased(old.customer_id) then return old; end if;
  raise exception '% is not changed once written', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- As the others that have a customer's rows: its schedules are the provider's, and go with it.
create policy erased_schedule on scheduled_run to current_user using (customer_id = current_customer());

-- The tables in which a customer has rows, and which of them name which; `cascades`: rows go with those that they name.
create function customer_tables() returns table (name text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'customer_id' and not a.attisdropped order by 1
  $$;
create function customer_table_links() returns table (source text, target text, cascades boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.relname::text, t.relname::text, c.confdeltype = 'c' from pg_constraint c join pg_class s on s.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and c.conrelid <> c.confrelid and s.relname in (select name from customer_tables()) and t.relname in (select name from customer_tables())
  $$;

/* Deletes at most so many rows of the current customer from one of its tables, and answers how many went; of rows that name others of their table those first that none names. Where all
   that is left name each other, they go together. */
create function erase_rows(p_table text, p_limit int) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  customer constant bigint := nullif(current_setting('app.customer_id', true), '')::bigint;
  unnamed text;
  gone int;
begin
  -- Another server may have come to the end meanwhile.
  if not exists (select 1 from customer c where c.id = customer) then return 0; end if;
  if not is_erased(customer) then raise exception 'Customer % is not to be deleted', customer; end if;
  if not exists (select 1 from customer_tables() t where t.name = p_table) then raise exception '% has no rows of customers', p_table; end if;
  select string_agg(format(' and not exists (select 1 from %I o where o.customer_id = $1 and o.ctid <> t.ctid and %s)', p_table, k.same), '') into unnamed
    from (select string_agg(format('o.%I = t.%I', s.attname, r.attname), ' and ') as same
      from pg_constraint c cross join unnest(c.conkey, c.confkey) as pair (source, target)
        join pg_attribute s on s.attrelid = c.conrelid and s.attnum = pair.source join pg_attribute r on r.attrelid = c.confrelid and r.attnum = pair.target
      where c.contype = 'f' and c.conrelid = c.confrelid and c.conrelid = format('public.%I', p_table)::regclass group by c.oid) k;
  execute format('delete from %1$I where ctid = any(array(select t.ctid from %1$I t where t.customer_id = $1%2$s limit $2)) and customer_id = $1', p_table, coalesce(unnamed, ''))
    using customer, p_limit;
  get diagnostics gone = row_count;
  if gone = 0 and unnamed is not null then
    execute format('delete from %I where customer_id = $1', p_table) using customer;
    get diagnostics gone = row_count;
  end if;
  return gone;
end $$;

-- Deletes at most so many accounts of people who belong to the current customer and nowhere else, with all that is kept of them, and answers how many; others no longer were here last.
create function erase_accounts(p_limit int) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  customer constant bigint := nullif(current_setting('app.customer_id', true), '')::bigint;
  ids bigint[];
  gone int;
begin
  -- Another server may have come to the end meanwhile.
  if not exists (select 1 from customer c where c.id = customer) then return 0; end if;
  if not is_erased(customer) then raise exception 'Customer % is not to be deleted', customer; end if;
  ids := array(select a.id from account a join membership m on m.account_id = a.id and m.customer_id = customer
    where a.admin_type is null and a.instance_id is null and not exists (select 1 from membership o where o.account_id = a.id and o.customer_id <> customer)
    order by a.id limit p_limit for update of a);
  -- Another customer may have tied one while its row was waited for: looked at again by a statement that sees that.
  delete from account a where a.id = any(ids) and not exists (select 1 from membership o where o.account_id = a.id and o.customer_id <> customer);
  get diagnostics gone = row_count;
  if gone = 0 then update account set last_customer_id = null where last_customer_id = customer; end if;
  return gone;
end $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['customer_tables()', 'customer_table_links()', 'erase_rows(text, int)', 'erase_accounts(int)']::regprocedure[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_provider', f);
  end loop;
end $$;
