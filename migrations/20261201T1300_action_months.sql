-- How actions stood when a month ended, perimeter by perimeter: months that are over are read from these rows instead of from every version there was.
create table remediation_month (
  customer_id bigint not null references customer,
  -- When the month was over for the customer.
  moment timestamptz not null,
  -- Place by place, in the order of the ids; null: those that stood in none.
  perimeters bigint[] not null,
  finished int[] not null,
  ongoing int[] not null,
  planned int[] not null,
  late int[] not null,
  primary key (customer_id, moment)
);
call tenant_policies('remediation_month');

-- What is entered at a moment gone by was not so when the months after it were counted: they are counted from versions until they are kept again. Whoever enters it and
-- whoever keeps months wait for each other, since neither sees what the other has not committed.
create function forget_action_months() returns trigger language plpgsql as $$
declare
  at constant timestamptz := nullif(current_setting('app.moment', true), '')::timestamptz;
begin
  if at is not null then
    if current_customer() is not null then
      perform pg_advisory_xact_lock_shared(hashtextextended('turn months', current_customer()));
    end if;
    delete from remediation_month where moment > at and (current_customer() is null or customer_id = current_customer());
  end if;
  return null;
end $$;

create trigger months_forgotten after insert or update or delete on remediation for each statement execute function forget_action_months();
-- Also where foreign keys are not looked at.
alter table remediation enable always trigger months_forgotten;
