-- Digests: who gets them, and on which day each had the last one. Impersonation: whom staff may act as, and when that ends.

-- The day, by the organisation's clock, of the last digest of each kind: a member gets one a day at most, however often the job runs.
create table digest_mail (
  customer_id bigint not null references customer,
  member_id bigint not null,
  kind text not null check (kind in ('DAILY', 'WEEKLY')),
  sent_on date not null,
  primary key (customer_id, member_id, kind),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
call tenant_policies('digest_mail');

-- Members of the current customer who may come in and whose address has been proved to be theirs.
create function reachable_members(p_day date) returns table (member_id bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.member_id from membership m join account a on a.id = m.account_id
    where m.customer_id = current_customer() and m.active and not m.visiting and not m.awaits_proof
      and coalesce(m.starts_on <= p_day, true) and coalesce(m.ends_on >= p_day, true)
      and not a.disabled and a.verified_at is not null
  $$;

-- The account as which a member of the current customer may be impersonated; none for the provider's staff, users of an instance and whoever may not come in.
create function impersonation_target(p_member bigint, p_day date) returns table (account_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select a.id from membership m join account a on a.id = m.account_id
    where m.customer_id = current_customer() and m.member_id = p_member and m.active and not m.visiting and not m.awaits_proof
      and coalesce(m.starts_on <= p_day, true) and coalesce(m.ends_on >= p_day, true)
      and not a.disabled and a.admin_type is null and a.instance_id is null
  $$;

-- Whoever acts as somebody else stops at once when they are disabled, lose their type, or prove anew who they are; so they do when the one they act as gets a type.
create function end_impersonations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from session where impersonator_account_id = new.id
      or (account_id = new.id and impersonator_account_id is not null and (new.admin_type is not null or new.instance_id is not null));
    return null;
  end $$;
create trigger account_impersonations after update on account for each row
  when ((old.disabled, old.admin_type, old.instance_id, old.password_hash, old.mfa_secret)
    is distinct from (new.disabled, new.admin_type, new.instance_id, new.password_hash, new.mfa_secret))
  execute function end_impersonations();
create index on session (impersonator_account_id) where impersonator_account_id is not null;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['reachable_members(date)', 'impersonation_target(bigint, date)', 'end_impersonations()']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    if f <> 'end_impersonations()'::regprocedure then execute format('grant execute on function %s to vigie_app', f); end if;
  end loop;
end $$;
