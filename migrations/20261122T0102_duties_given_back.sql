-- What must be done first is given back with what asked for it: strong authentication that is no longer enforced, terms that no longer hold, passwords that may
-- be older again. One function says what somebody must do, for whoever comes in and for whoever is at work.

-- Switched on because it was enforced, and not verified yet: nobody chose it.
alter table account add column mfa_asked boolean not null default false;
update account set mfa_asked = true where mfa_activated and not mfa_enabled and mfa_secret is null;

-- What an account must do first in a customer, having come in by a method. A password that somebody else chose has no day on which it was changed.
create function duties_of(p_account account, p_customer bigint, p_method text, p_now timestamptz) returns text[]
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select array_remove(array[
      case when p_method = 'PASSWORD' and p_account.mfa_activated and not p_account.mfa_enabled
        and (mfa_mode_of(c.id) = 'ENFORCED' or (mfa_mode_of(c.id) <> 'DISABLED' and not p_account.mfa_asked)) then 'MFA' end,
      case when p_method = 'PASSWORD' and (p_account.password_changed_at is null
        or p_account.password_changed_at < p_now - make_interval(days => nullif(password_max_age_of(c.id), 0))) then 'PASSWORD' end,
      case when p_account.terms_version < i.terms_version then 'TERMS' end], null)
    from customer c join instance i on i.id = c.instance_id where c.id = p_customer
  $$;
revoke all on function duties_of(account, bigint, text, timestamptz) from public;

/* Notes a sign-in, or a change of customer, into the current customer, and answers as what the account comes in and what it must do first; no row when the account
   has been disabled in the meantime, or the code's time step has been used before. `p_tied`: vouched for by this customer's own identity provider, hence as nothing
   but its member. Where strong authentication is enforced a password alone is never enough. */
create or replace function enter_account(p_account bigint, p_now timestamptz, p_method text default 'PASSWORD', p_tied boolean default false, p_step bigint default null)
  returns table (admin_type text, instance_id bigint, pending text[])
  language sql volatile security definer set search_path = public, pg_temp rows 1
  as $$
    with place as (select c.id, c.kind, mfa_mode_of(c.id) as mfa_mode from customer c where c.id = current_customer()),
    signed as (
      update account a set last_sign_in_at = p_now,
        last_customer_id = case when p_tied then a.last_customer_id when place.kind <> 'PROVIDER' then place.id end,
        mfa_last_step = coalesce(p_step, a.mfa_last_step),
        mfa_activated = a.mfa_activated or (p_method = 'PASSWORD' and place.mfa_mode = 'ENFORCED'),
        mfa_asked = a.mfa_asked or (not a.mfa_activated and p_method = 'PASSWORD' and place.mfa_mode = 'ENFORCED')
      from place where a.id = p_account and not a.disabled and (p_step is null or coalesce(a.mfa_last_step, -1) < p_step)
      returning a.email, a.admin_type, a.instance_id, duties_of(a, place.id, p_method, p_now) as duties),
    forgiven as (delete from sign_in_attempt s using signed where s.email = lower(signed.email) and not p_tied),
    -- Sessions that were left and not ended go as others begin.
    swept as (delete from session s where (s.customer_id, s.token_hash) in
      (select o.customer_id, o.token_hash from session o where o.expires_at < p_now order by o.expires_at limit 20 for update skip locked))
    select case when not p_tied then signed.admin_type end, case when not p_tied then signed.instance_id end, signed.duties from signed
  $$;

-- Switches strong authentication on, unverified, with a new secret; off with none, which forgets the recovery codes too. What is switched on by choice was not asked for.
create or replace function set_mfa_secret(p_account bigint, p_secret text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    update account set mfa_asked = mfa_activated and mfa_asked and p_secret is not null, mfa_activated = p_secret is not null, mfa_enabled = false, mfa_secret = p_secret,
      mfa_last_step = null, updated_at = now() where id = p_account;
    delete from recovery_code where account_id = p_account;
  $$;

-- Verifies it with the time step of a right code; false when the step was used before. From then on it is its holder's own.
create or replace function verify_mfa(p_account bigint, p_step bigint) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with done as (update account set mfa_enabled = true, mfa_asked = false, mfa_last_step = p_step, updated_at = now()
      where id = p_account and mfa_activated and coalesce(mfa_last_step, -1) < p_step returning 1)
    select exists (select 1 from done)
  $$;

/* Looks anew at what people at work in some customers must do first, since something that asks it has changed. Strong authentication that nobody asks any more is
   switched off again where it was never verified and never chosen. Who acts in another's name cannot do anything for them and is not asked. */
create function refresh_duties(p_customers bigint[]) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  -- Accounts before sessions, as signing in has it.
  update account a set mfa_activated = true, mfa_asked = true, updated_at = now()
    where not a.mfa_activated and exists (select 1 from session s where s.account_id = a.id and s.customer_id = any(p_customers) and s.method = 'PASSWORD'
      and s.impersonator_id is null and s.expires_at > now() and mfa_mode_of(s.customer_id) = 'ENFORCED');
  update account a set mfa_activated = false, mfa_asked = false, mfa_secret = null, mfa_last_step = null, updated_at = now()
    where a.mfa_asked and not a.mfa_enabled and exists (select 1 from membership m where m.account_id = a.id and m.customer_id = any(p_customers))
      and not exists (select 1 from membership m where m.account_id = a.id and mfa_mode_of(m.customer_id) = 'ENFORCED');
  -- Whoever switched strong authentication on themselves, having come in by a passkey or single sign-on, goes on verifying it.
  update session s set pending = case when 'MFA' = any(s.pending) and s.method <> 'PASSWORD' and a.mfa_activated and not a.mfa_enabled and mfa_mode_of(s.customer_id) <> 'DISABLED'
        then array_prepend('MFA', duties_of(a, s.customer_id, s.method, now())) else duties_of(a, s.customer_id, s.method, now()) end,
      password_ends_at = case when s.method = 'PASSWORD' then a.password_changed_at + make_interval(days => nullif(password_max_age_of(s.customer_id), 0)) end
    from account a
    where a.id = s.account_id and s.customer_id = any(p_customers) and s.impersonator_id is null and s.expires_at > now();
end $$;
revoke all on function refresh_duties(bigint[]) from public;

create function duties_changed() returns trigger
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  if tg_table_name = 'customer' then perform refresh_duties(array[new.id]);
  else perform refresh_duties(array(select c.id from customer c where c.instance_id = new.id));
  end if;
  return null;
end $$;
revoke all on function duties_changed() from public;

drop trigger customer_mfa_mode on customer;
drop trigger instance_mfa_mode on instance;
drop trigger customer_password_age on customer;
drop trigger instance_password_age on instance;
drop function ask_strong_authentication();
drop function age_passwords();
drop function ask_terms(bigint);
create trigger customer_duties after update of mfa_mode, password_max_age_days, instance_id on customer for each row
  when (new.mfa_mode is distinct from old.mfa_mode or new.password_max_age_days is distinct from old.password_max_age_days or new.instance_id <> old.instance_id)
  execute function duties_changed();
create trigger instance_duties after update of mfa_mode, password_max_age_days, terms_version on instance for each row
  when (new.mfa_mode <> old.mfa_mode or new.password_max_age_days <> old.password_max_age_days or new.terms_version <> old.terms_version)
  execute function duties_changed();

/* Notes that an account has read and taken the newest terms of the current customer, and takes the duty off its sessions wherever these are the newest; answers the
   version, null when it is not the one that was shown, or when there is none. */
create or replace function accept_terms(p_account bigint, p_version int, p_now timestamptz) returns int
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  newest int;
begin
  select i.terms_version into newest from customer c join instance i on i.id = c.instance_id where c.id = current_customer() for share of i;
  if newest = 0 or newest <> coalesce(p_version, newest) then return null; end if;
  update account a set terms_accepted_at = case when a.terms_version < newest then p_now else a.terms_accepted_at end, terms_version = greatest(a.terms_version, newest)
    where a.id = p_account and exists (select 1 from membership m where m.account_id = a.id and m.customer_id = current_customer());
  update session s set pending = array_remove(s.pending, 'TERMS') from customer c join instance i on i.id = c.instance_id
    where s.account_id = p_account and 'TERMS' = any(s.pending) and c.id = s.customer_id and i.terms_version <= newest;
  return newest;
end $$;

/* Whom to invite: a member of the current customer with what the mail must say. `verified`: they have a way in already; single sign-on is one only where somebody
   sends them there. */
create or replace function invitee(p_member bigint) returns table (account_id bigint, email text, lang text, verified boolean, customer_name text)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select a.id, a.email, p.lang, a.verified_at is not null and (a.password_hash is not null or (a.auth_type <> 'PASSWORD' and exists (select 1 from sso_route(a.email)))), c.name
    from membership m join account a on a.id = m.account_id join customer c on c.id = m.customer_id
      join member p on p.customer_id = m.customer_id and p.id = m.member_id
    where m.customer_id = current_customer() and m.member_id = p_member and m.active and not a.disabled
  $$;

-- Whoever waits today for what nobody asks any more waits no longer.
select refresh_duties(array(select id from customer));
