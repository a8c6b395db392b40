-- A password becomes too old at its hour, also for whoever is at work then, and at once where it may last less long than before (ACC-72).

-- When the password that opened it becomes too old; null: never while it lasts, or no password did.
alter table session add column password_ends_at timestamptz;

-- When an account's password becomes too old in the current customer; null: never, or it was not chosen by its holder yet.
create function password_end_of(p_account bigint) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp
  as $$ select a.password_changed_at + make_interval(days => nullif(password_max_age_of(current_customer()), 0)) from account a where a.id = p_account $$;
revoke all on function password_end_of(bigint) from public;
grant execute on function password_end_of(bigint) to vigie_app;

-- Lets passwords of open sessions end by the age that has come to hold.
create function age_passwords() returns trigger
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  concerned bigint[];
begin
  if tg_table_name = 'customer' then concerned := array[new.id];
  else select array_agg(c.id) into concerned from customer c where c.instance_id = new.id;
  end if;
  update session s set password_ends_at = a.password_changed_at + make_interval(days => nullif(password_max_age_of(s.customer_id), 0)) from account a
    where a.id = s.account_id and s.customer_id = any(concerned) and s.method = 'PASSWORD' and s.impersonator_id is null;
  return null;
end $$;
revoke all on function age_passwords() from public;

create trigger customer_password_age after update of password_max_age_days, instance_id on customer for each row
  when (new.password_max_age_days is distinct from old.password_max_age_days or new.instance_id <> old.instance_id) execute function age_passwords();
create trigger instance_password_age after update of password_max_age_days on instance for each row
  when (new.password_max_age_days <> old.password_max_age_days) execute function age_passwords();

/* Gives an account a password that its holder chose, and remembers the former one, as before; sessions that go on have a new one, which outlasts them. */
create or replace function change_password(p_account bigint, p_password_hash text, p_now timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into former_password select id, password_hash, p_now from account where id = p_account and password_hash is not null on conflict do nothing;
    delete from former_password f where f.account_id = p_account and f.set_at not in (select n.set_at from former_password n where n.account_id = p_account order by n.set_at desc limit 24);
    update account set password_hash = p_password_hash, password_changed_at = p_now, updated_at = now() where id = p_account;
    update session set password_ends_at = null where account_id = p_account and password_ends_at is not null;
    delete from account_token t using account a where a.id = p_account and t.account_id = a.id and a.verified_at is not null;
  $$;
