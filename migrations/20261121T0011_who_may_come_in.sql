-- Strong authentication, passwords that age, single sign-on, terms, impersonation: what accounts, members and sessions must know for them.

-- What holds for everybody of an instance, unless a customer is stricter.
alter table instance
  add column mfa_mode text not null default 'USER_CHOICE' check (mfa_mode in ('DISABLED', 'USER_CHOICE', 'ENFORCED')),
  add column password_max_age_days int not null default 180 check (password_max_age_days between 0 and 3650),
  add column password_history int not null default 5 check (password_history between 0 and 24),
  -- The newest terms of use; 0 while there are none.
  add column terms_version int not null default 0,
  add column flags jsonb not null default '{}',
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();

alter table customer
  -- Null: as the instance has it.
  add column mfa_mode text check (mfa_mode in ('DISABLED', 'USER_CHOICE', 'ENFORCED')),
  add column password_max_age_days int check (password_max_age_days between 0 and 3650),
  add column context_type text check (context_type in ('ASSESSMENT', 'STUDENT')),
  add column flags jsonb not null default '{}',
  alter column features set default '{RUNTASKS,CATALOG,DASHBOARDS,SETTINGS,USER_GROUP,INTEGRATION}';
-- Until now no feature was looked at: who had none lacked none.
update customer set features = '{RUNTASKS,CATALOG,DASHBOARDS,SETTINGS,USER_GROUP,INTEGRATION}' where features = '{}';
grant update (mfa_mode, password_max_age_days) on customer to vigie_app;

alter table account
  -- When the person proved that mail to the address reaches them; until then somebody else may have chosen the password.
  add column verified_at timestamptz,
  add column auth_type text not null default 'PASSWORD' check (auth_type in ('PASSWORD', 'SAML', 'OIDC')),
  add column mfa_activated boolean not null default false,
  add column mfa_enabled boolean not null default false,
  -- Sealed with the installation's key.
  add column mfa_secret text,
  -- The time step of the last code that was used: none of it or before is taken again.
  add column mfa_last_step bigint,
  add column terms_version int not null default 0,
  add column terms_accepted_at timestamptz,
  add check (mfa_activated or not mfa_enabled);

-- Passwords an account has had, so that they do not come back.
create table former_password (
  account_id bigint not null references account on delete cascade,
  password_hash text not null,
  set_at timestamptz not null,
  primary key (account_id, set_at)
);
grant select, insert, update, delete on former_password to vigie_provider;

-- Links sent by mail that let somebody choose a password: known here by their hash alone.
create table account_token (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  purpose text not null check (purpose in ('RESET', 'INVITATION')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index on account_token (account_id);
create index on account_token (expires_at);
grant select, insert, update, delete on account_token to vigie_provider;

-- One-time codes for whoever has lost the other means.
create table recovery_code (
  account_id bigint not null references account on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
grant select, insert, update, delete on recovery_code to vigie_provider;

-- Keys that live in somebody's device (WebAuthn): a second factor, or a way to sign in by themselves.
create table passkey (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index on passkey (account_id);
grant select, insert, update, delete on passkey to vigie_provider;

-- Somebody whom a second organisation adds comes in there once they have proved that the address is theirs; outsiders only between their days.
alter table membership
  add column awaits_proof boolean not null default false,
  add column starts_on date,
  add column ends_on date;

alter table member
  add column is_external boolean not null default false,
  add column access_start date,
  add column access_end date,
  -- Made by single sign-on and not yet let in by anybody.
  add column awaits_approval boolean not null default false,
  add column weekly_digest boolean not null default true,
  add column daily_notifications boolean not null default true,
  add column theme text not null default 'SYSTEM' check (theme in ('SYSTEM', 'LIGHT', 'DARK')),
  -- IANA name for what this person reads; null: the organisation's.
  add column time_zone text,
  add check (not is_external or access_end is not null);
alter table member_history
  add column is_external boolean not null default false,
  add column access_start date,
  add column access_end date,
  add column awaits_approval boolean not null default false,
  add column weekly_digest boolean not null default true,
  add column daily_notifications boolean not null default true,
  add column theme text not null default 'SYSTEM',
  add column time_zone text;

alter table session
  add column method text not null default 'PASSWORD' check (method in ('PASSWORD', 'PASSKEY', 'SAML', 'OIDC')),
  -- Opened by the identity provider of this one customer: it vouches for nobody elsewhere.
  add column tied boolean not null default false,
  add column mode text not null default 'NORMAL' check (mode in ('NORMAL', 'CONTRIBUTOR')),
  -- What must be done before anything else: MFA, PASSWORD, TERMS.
  add column pending text[] not null default '{}',
  -- Of a user of the whole instance.
  add column instance_id bigint,
  -- Who acts in another's name, and where they go back to.
  add column impersonator_account_id bigint,
  add column impersonator_name text,
  add column return_customer_id bigint;

-- The mode that holds in a customer: the instance's when it enforces, else the customer's own if it has one.
create function mfa_mode_of(p_customer bigint) returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select case when i.mfa_mode = 'ENFORCED' then i.mfa_mode else coalesce(c.mfa_mode, i.mfa_mode) end
    from customer c join instance i on i.id = c.instance_id where c.id = p_customer $$;

create function password_max_age_of(p_customer bigint) returns int
  language sql stable security definer set search_path = public, pg_temp
  as $$ select coalesce(c.password_max_age_days, i.password_max_age_days) from customer c join instance i on i.id = c.instance_id where c.id = p_customer $$;

-- Where an account may go: everyone where they are a member; ROOT and SUPPORT everywhere; users of an instance to its customers; STAFF_PLUS to the catalogs too (ADM-46, GEN-17).
create or replace function customers_of(p_account bigint) returns table (customer_id bigint, name text, color text, kind text, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 12
  as $$
    select c.id, c.name, c.color, c.kind, m.member_id
    from account a cross join customer c left join membership m on m.account_id = a.id and m.customer_id = c.id
    where a.id = p_account and not a.disabled and not c.disabled and c.kind <> 'PROVIDER' and (
      (m.active and not m.visiting and not m.awaits_proof
        and coalesce(m.starts_on <= current_date, true) and coalesce(m.ends_on >= current_date, true))
      or a.admin_type in ('ROOT', 'SUPPORT') or a.instance_id = c.instance_id or (a.admin_type = 'STAFF_PLUS' and c.kind = 'CATALOG'))
  $$;

drop function sign_in_lookup(text, timestamptz, int, interval);
/* Counts an attempt before its password is looked at, so that attempts side by side cannot outrun the lock, and answers what is needed to
   judge it; the counter goes back to nothing on success. `locked`: it was locked before. One row for unknown addresses too. */
create function sign_in_lookup(p_email text, p_now timestamptz, p_limit int, p_lock interval)
  returns table (failures int, locked boolean, account_id bigint, email text, password_hash text, disabled boolean, customer_id bigint, member_id bigint,
    auth_type text, mfa_enabled boolean, mfa_secret text, mfa_last_step bigint, passkeys int)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  typed constant text := lower(p_email);
  attempt sign_in_attempt;
  was_locked boolean;
begin
  -- Whoever tries sweeps some of what was tried long ago, so that invented addresses do not pile up.
  delete from sign_in_attempt s where s.email in (select o.email from sign_in_attempt o where o.last_at < p_now - interval '1 day' order by o.last_at limit 20 for update skip locked);
  -- Written even when it is there, so that it is locked and nobody sweeps it from under the count.
  insert into sign_in_attempt as s values (typed, 0, null, p_now) on conflict on constraint sign_in_attempt_pkey do update set last_at = s.last_at returning s.* into attempt;
  was_locked := coalesce(attempt.locked_until > p_now, false);
  if not was_locked then
    -- A lock that is over starts a new count.
    attempt.failures := case when attempt.locked_until is null then attempt.failures else 0 end + 1;
    update sign_in_attempt s set failures = attempt.failures, last_at = p_now,
      locked_until = case when attempt.failures >= p_limit then p_now + p_lock end where s.email = typed;
  end if;
  return query
    select attempt.failures, was_locked, a.id, a.email, a.password_hash, a.disabled, place.customer_id, place.member_id,
      a.auth_type, a.mfa_enabled, a.mfa_secret, a.mfa_last_step, (select count(*)::int from passkey p where p.account_id = a.id)
    from (select 1) as one left join account a on lower(a.email) = typed
    left join lateral sign_in_place(a.id, p_now::date) as place on true;
end $$;

-- The customer that somebody signs into: the last one they used, else their first, else nowhere.
create function sign_in_place(p_account bigint, p_day date) returns table (customer_id bigint, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select m.customer_id, m.member_id from membership m join account a on a.id = m.account_id join customer c on c.id = m.customer_id
    where m.account_id = p_account and m.active and not m.awaits_proof and not c.disabled
      and coalesce(m.starts_on <= p_day, true) and coalesce(m.ends_on >= p_day, true)
      and (not m.visiting or m.customer_id = a.last_customer_id)
    order by m.customer_id is distinct from a.last_customer_id, c.kind <> 'PROVIDER', c.name, c.id limit 1
  $$;

drop function record_sign_in(bigint, timestamptz);
/* Notes a sign-in, or a change of customer, into the current customer, and answers as what the account comes in and what it must do first; no row
   when the account has been disabled in the meantime, or the code's time step has been used before. `p_tied`: vouched for by this customer's own identity
   provider, hence as nothing but its member. */
create function enter_account(p_account bigint, p_now timestamptz, p_method text default 'PASSWORD', p_tied boolean default false, p_step bigint default null)
  returns table (admin_type text, instance_id bigint, pending text[])
  language sql volatile security definer set search_path = public, pg_temp rows 1
  as $$
    with place as (select c.id, c.kind, mfa_mode_of(c.id) as mfa_mode, password_max_age_of(c.id) as max_age, i.terms_version
        from customer c join instance i on i.id = c.instance_id where c.id = current_customer()),
    signed as (
      update account a set last_sign_in_at = p_now,
        last_customer_id = case when place.kind <> 'PROVIDER' then place.id end,
        mfa_last_step = coalesce(p_step, a.mfa_last_step),
        mfa_activated = a.mfa_activated or (p_method = 'PASSWORD' and place.mfa_mode = 'ENFORCED' and not exists (select 1 from passkey k where k.account_id = a.id))
      from place where a.id = p_account and not a.disabled and (p_step is null or coalesce(a.mfa_last_step, -1) < p_step)
      returning a.*, place.max_age, place.terms_version as terms),
    forgiven as (delete from sign_in_attempt s using signed where s.email = lower(signed.email)),
    -- Sessions that were left and not ended go as others begin.
    swept as (delete from session s where (s.customer_id, s.token_hash) in
      (select o.customer_id, o.token_hash from session o where o.expires_at < p_now order by o.expires_at limit 20 for update skip locked))
    select case when not p_tied then signed.admin_type end, case when not p_tied then signed.instance_id end,
      array_remove(array[
        case when p_method = 'PASSWORD' and signed.mfa_activated and not signed.mfa_enabled then 'MFA' end,
        case when p_method = 'PASSWORD' and signed.max_age > 0 and signed.password_changed_at < p_now - make_interval(days => signed.max_age) then 'PASSWORD' end,
        case when signed.terms_version < signed.terms then 'TERMS' end], null)
    from signed
  $$;

-- What an account of the current customer is, for its own session.
create function account_facts(p_account bigint)
  returns table (auth_type text, verified boolean, mfa_activated boolean, mfa_enabled boolean, passkeys int, recovery_codes int, password_changed_at timestamptz, terms_version int)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select a.auth_type, a.verified_at is not null, a.mfa_activated, a.mfa_enabled, (select count(*)::int from passkey k where k.account_id = a.id),
      (select count(*)::int from recovery_code r where r.account_id = a.id and r.used_at is null), a.password_changed_at, a.terms_version
    from account a where a.id = p_account and exists (select 1 from membership m where m.account_id = a.id and m.customer_id = current_customer())
  $$;

-- Takes something off what an account's sessions must do first, once it is done.
create function clear_pending(p_account bigint, p_duty text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ update session set pending = array_remove(pending, p_duty) where account_id = p_account and p_duty = any(pending) $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['mfa_mode_of(bigint)', 'password_max_age_of(bigint)', 'sign_in_lookup(text, timestamptz, int, interval)', 'sign_in_place(bigint, date)',
    'enter_account(bigint, timestamptz, text, boolean, bigint)', 'account_facts(bigint)', 'clear_pending(bigint, text)']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;
