/* The time is asked in one place, and the day it is is the organisation's, not the server's: between its midnight and the server's a person was let in a day too early or too
   late, and what is asked of somebody from outside ended on another day than theirs. */

-- Now, whatever moment the transaction enters: passwords, locks and what is swept away know no other.
create function present() returns timestamptz
  language sql volatile parallel safe
  as $$ select clock_timestamp() $$;

create or replace function moment() returns timestamptz
  language sql volatile parallel safe
  as $$ select coalesce(nullif(current_setting('app.moment', true), '')::timestamptz, public.present()) $$;

create function day_in(p_moment timestamptz, p_zone text) returns date
  language sql stable parallel safe
  as $$ select (p_moment at time zone p_zone)::date $$;

-- Where an account comes in: where it was last, else by name; each organisation counts the days of its members by its own calendar.
create function sign_in_place(p_account bigint, p_now timestamptz) returns table (customer_id bigint, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select m.customer_id, m.member_id from membership m join account a on a.id = m.account_id join customer c on c.id = m.customer_id
    where m.account_id = p_account and m.active and not m.awaits_proof and not c.disabled
      and coalesce(m.starts_on <= day_in(p_now, c.time_zone), true) and coalesce(m.ends_on >= day_in(p_now, c.time_zone), true)
      and (not m.visiting or (m.customer_id = a.last_customer_id
        and (a.admin_type in ('ROOT', 'SUPPORT') or a.instance_id = c.instance_id or (a.admin_type = 'STAFF_PLUS' and c.kind = 'CATALOG'))))
    order by m.outside, m.customer_id is distinct from a.last_customer_id, c.kind <> 'PROVIDER', c.name, c.id limit 1
  $$;
revoke all on function sign_in_place(bigint, timestamptz) from public;

create or replace function customers_of(p_account bigint) returns table (customer_id bigint, name text, color text, kind text, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 12
  as $$
    select c.id, c.name, c.color, c.kind, m.member_id
    from (select present() as at offset 0) clock cross join account a cross join customer c left join membership m on m.account_id = a.id and m.customer_id = c.id
    where a.id = p_account and not a.disabled and not c.disabled and c.kind <> 'PROVIDER' and (
      (m.active and not m.visiting and not m.awaits_proof
        and coalesce(m.starts_on <= day_in(clock.at, c.time_zone), true) and coalesce(m.ends_on >= day_in(clock.at, c.time_zone), true))
      or a.admin_type in ('ROOT', 'SUPPORT') or a.instance_id = c.instance_id or (a.admin_type = 'STAFF_PLUS' and c.kind = 'CATALOG'))
  $$;

-- As before, by the organisation's day.
create or replace function asked_outside(p_member bigint, p_method text) returns bigint[]
  language sql stable
  as $$
    select coalesce(array_agg(e.id order by e.id), '{}') from evaluation e join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id
    where e.customer_id = current_customer() and e.status <> 'IGNORED' and (p_method <> 'CODE' or c.external_codes)
      and (c.status in ('METRIC_ENTRY', 'STARTED')
        or c.status = 'FINISHED' and e.given_back and e.status <> 'VALIDATED'
          and coalesce(e.due_date + 1 >= (select day_in(moment(), o.time_zone) from customer o where o.id = current_customer()), true))
      and (e.evaluator_id = p_member
        or e.id = any(array(select l.owner_id from evaluation__helpers l where l.customer_id = current_customer() and l.target_id = p_member)))
  $$;

do $$
declare
  said record;
begin
  for said in
    select a.attrelid::regclass as "table", a.attname as "column"
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum join pg_class c on c.oid = d.adrelid
    where c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\_%' and pg_get_expr(d.adbin, d.adrelid) = 'now()'
  loop
    execute format('alter table %s alter %I set default present()', said."table", said."column");
  end loop;
  -- Once in a statement, as now() was: present() differs from one row to the next, and no index is searched for it.
  for said in
    select regexp_replace(replace(pg_get_functiondef(p.oid), 'p_now::date', 'p_now'), '\mnow\(\)', '(select present())', 'g') as definition
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosrc ~ '\mnow\(\)|p_now::date'
  loop
    execute said.definition;
  end loop;
end $$;

drop function sign_in_place(bigint, date);
