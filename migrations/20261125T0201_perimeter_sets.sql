-- Which perimeters an exemption is for, as one number: lists ask of a hundred thousand exemptions whether they lie within somebody's reach, and there are far
-- fewer sets of perimeters than exemptions. Sets are never changed and never reused; what decides stays the list of links, which the set repeats.

create table perimeter_set (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  -- SHA-256 of the ids in their order.
  key text not null,
  primary key (customer_id, id),
  unique (customer_id, key)
);
call tenant_policies('perimeter_set', 'select, insert');

-- A perimeter that is in use cannot be removed; sets that nothing is for any more do not hold it back.
create table perimeter_set_member (
  customer_id bigint not null,
  set_id bigint not null,
  perimeter_id bigint not null,
  primary key (customer_id, set_id, perimeter_id),
  foreign key (customer_id, set_id) references perimeter_set (customer_id, id) on delete cascade,
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id) on delete cascade
);
create index on perimeter_set_member (customer_id, perimeter_id);
call tenant_policies('perimeter_set_member', 'select, insert');

-- Zero is nowhere. Versions gone by do not keep it: null there, and their links are asked.
alter table exemption add column perimeter_set_id bigint not null default 0;
alter table exemption_history add column perimeter_set_id bigint;

create function set_key(ids bigint[]) returns text
  language sql immutable parallel safe
  as $$ select encode(sha256(convert_to(array_to_string(ids, ','), 'UTF8')), 'hex') $$;

-- Brings exemptions to the set that their links make, in the statement that writes the links.
create function keep_perimeter_set() returns trigger
  language plpgsql as $$
declare
  made jsonb;
begin
  select jsonb_agg(jsonb_build_object('customer_id', o.customer_id, 'owner_id', o.owner_id, 'ids', o.ids, 'key', set_key(o.ids))) into made
    from (select c.customer_id, c.owner_id, array(select l.target_id from exemption__perimeters l where l.customer_id = c.customer_id and l.owner_id = c.owner_id
        order by l.target_id) as ids
      from (select distinct customer_id, owner_id from changed) c) o;
  if made is null then
    return null;
  end if;
  with wanted as (select distinct customer_id, key, ids from jsonb_to_recordset(made) as w (customer_id bigint, key text, ids bigint[])),
    fresh as (insert into perimeter_set (customer_id, key) select customer_id, key from wanted w
        where not exists (select from perimeter_set s where s.customer_id = w.customer_id and s.key = w.key) order by key
      on conflict do nothing returning customer_id, id, key)
  insert into perimeter_set_member (customer_id, set_id, perimeter_id)
    select f.customer_id, f.id, p from fresh f join wanted w on w.customer_id = f.customer_id and w.key = f.key, unnest(w.ids) p;
  update exemption e set perimeter_set_id = s.id
    from jsonb_to_recordset(made) as w (customer_id bigint, owner_id bigint, key text) join perimeter_set s on s.customer_id = w.customer_id and s.key = w.key
    where e.customer_id = w.customer_id and e.id = w.owner_id and e.perimeter_set_id <> s.id;
  return null;
end $$;

create trigger perimeters_added after insert on exemption__perimeters referencing new table as changed for each statement execute function keep_perimeter_set();
create trigger perimeters_ended after delete on exemption__perimeters referencing old table as changed for each statement execute function keep_perimeter_set();
create trigger perimeters_moved after update on exemption__perimeters referencing new table as changed for each statement execute function keep_perimeter_set();
-- Also where foreign keys are not looked at.
alter table exemption__perimeters enable always trigger perimeters_added, enable always trigger perimeters_ended, enable always trigger perimeters_moved;

-- What there is already. The owner of the tables is held to a customer too, unless it is told otherwise for a moment.
alter table exemption no force row level security;
alter table exemption__perimeters no force row level security;
alter table perimeter_set no force row level security;
alter table perimeter_set_member no force row level security;
update exemption__perimeters set target_id = target_id;
alter table exemption force row level security;
alter table exemption__perimeters force row level security;
alter table perimeter_set force row level security;
alter table perimeter_set_member force row level security;

-- Lists are chosen and counted from their indexes alone.
drop index exemption_customer_id_expr_end_date_id_idx;
drop index exemption_customer_id_status_end_date_id_idx;
drop index exemption_customer_id_end_date_id_idx;
create index on exemption (customer_id, (status in ('REJECTED', 'CLOSED')), end_date, id)
  include (start_date, status, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by);
create index on exemption (customer_id, status, end_date, id) include (start_date, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by);
create index on exemption (customer_id, end_date, id) include (status, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by);
drop index exemption_customer_id_end_date_idx;
create index on exemption (customer_id, end_date) include (id, start_date, perimeter_set_id, register_id, requester_id, manager_id, group_id, created_by)
  where status = 'GRANTED';
