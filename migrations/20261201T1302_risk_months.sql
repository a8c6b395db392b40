-- The risks of a register that were not closed when a month ended, by their level then and the place where they are now: who may open a risk is decided by where it is.
create table risk_month (
  customer_id bigint not null references customer,
  register_id bigint not null,
  -- When the month was over for the customer.
  moment timestamptz not null,
  perimeters bigint[] not null,
  tags bigint[] not null,
  levels int[] not null,
  counts int[] not null,
  primary key (customer_id, register_id, moment),
  foreign key (customer_id, register_id) references risk_register (customer_id, id) on delete cascade
);
call tenant_policies('risk_month');

-- A risk that goes, or goes elsewhere, takes its past along; what is entered at a moment gone by changes the months after it. The months of its register are counted from versions then,
-- until they are kept again. Whoever moves it and whoever keeps months wait for each other, since neither sees what the other has not committed.
create function forget_risk_months() returns trigger language plpgsql as $$
declare
  at constant timestamptz := nullif(current_setting('app.moment', true), '')::timestamptz;
  customers bigint[];
  registers bigint[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(b.customer_id), array_agg(r.id) into customers, registers
      from before b join after a on a.customer_id = b.customer_id and a.id = b.id, lateral unnest(array[b.register_id, a.register_id]) as r (id)
      where at is not null or (b.register_id, b.perimeter_id, b.tag_id) is distinct from (a.register_id, a.perimeter_id, a.tag_id);
  elsif tg_op = 'DELETE' then
    select array_agg(customer_id), array_agg(register_id) into customers, registers from before;
  elsif at is not null then
    select array_agg(customer_id), array_agg(register_id) into customers, registers from after;
  end if;
  if customers is not null then
    if current_customer() is not null then
      perform pg_advisory_xact_lock_shared(hashtextextended('turn months', current_customer()));
    end if;
    delete from risk_month m using (select distinct * from unnest(customers, registers) as u (customer_id, register_id)) u
      where m.customer_id = u.customer_id and m.register_id = u.register_id;
  end if;
  return null;
end $$;

create trigger months_entered after insert on risk referencing new table as after for each statement execute function forget_risk_months();
create trigger months_moved after update on risk referencing old table as before new table as after for each statement execute function forget_risk_months();
create trigger months_ended after delete on risk referencing old table as before for each statement execute function forget_risk_months();
-- Also where foreign keys are not looked at.
alter table risk enable always trigger months_entered, enable always trigger months_moved, enable always trigger months_ended;
