-- Strong authentication: what an account proves itself with besides its password. Reached by functions that act on the account they are given,
-- which the server takes from the session; those that reach into another's account look at where it is known.

-- Challenges that a passkey answers once.
create table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('REGISTER', 'SIGN_IN')),
  account_id bigint references account on delete cascade,
  expires_at timestamptz not null
);
create index on passkey_challenge (expires_at);
grant select, insert, update, delete on passkey_challenge to vigie_provider;

-- How often real accounts are asked for a code, between 0 and 1: unknown addresses seem to be as often.
create function mfa_share() returns double precision
  language sql stable security definer set search_path = public, pg_temp
  as $$ select coalesce(avg(case when a.mfa_enabled then 1.0 else 0.0 end), 0)::double precision from account a where not a.disabled $$;

-- Whether an address is asked for a code; null when it is nobody's.
create function mfa_of_address(p_email text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select a.mfa_enabled from account a where lower(a.email) = lower(p_email) and a.password_hash is not null $$;

-- What an account's own proofs are judged by.
create function account_proofs(p_account bigint)
  returns table (email text, password_hash text, mfa_activated boolean, mfa_enabled boolean, mfa_secret text, mfa_last_step bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$ select a.email, a.password_hash, a.mfa_activated, a.mfa_enabled, a.mfa_secret, a.mfa_last_step from account a where a.id = p_account $$;

-- Switches strong authentication on, unverified, with a new secret; off with none, which forgets the recovery codes too.
create function set_mfa_secret(p_account bigint, p_secret text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    update account set mfa_activated = p_secret is not null, mfa_enabled = false, mfa_secret = p_secret, mfa_last_step = null, updated_at = now() where id = p_account;
    delete from recovery_code where account_id = p_account;
  $$;

-- Verifies it with the time step of a right code; false when the step was used before.
create function verify_mfa(p_account bigint, p_step bigint) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with done as (update account set mfa_enabled = true, mfa_last_step = p_step, updated_at = now()
      where id = p_account and mfa_activated and coalesce(mfa_last_step, -1) < p_step returning 1)
    select exists (select 1 from done)
  $$;

create function set_recovery_codes(p_account bigint, p_hashes bytea[]) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    delete from recovery_code where account_id = p_account;
    insert into recovery_code (account_id, code_hash) select p_account, h from unnest(p_hashes) as h;
  $$;

-- Makes every session of an account do something first, this one too.
create function set_pending(p_account bigint, p_duty text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ update session set pending = array_prepend(p_duty, pending) where account_id = p_account and not tied and impersonator_id is null and not p_duty = any(pending) $$;

-- Uses a code up, known by any of its hashes; false when there is none left of it.
create function use_recovery_code(p_account bigint, p_hashes bytea[], p_now timestamptz) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with used as (update recovery_code set used_at = p_now where account_id = p_account and code_hash = any(p_hashes) and used_at is null returning 1)
    select exists (select 1 from used)
  $$;

create function keep_passkey_challenge(p_hash bytea, p_purpose text, p_account bigint, p_now timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    delete from passkey_challenge where challenge_hash in (select c.challenge_hash from passkey_challenge c where c.expires_at < p_now limit 20 for update skip locked);
    insert into passkey_challenge values (p_hash, p_purpose, p_account, p_now + interval '5 minutes');
  $$;

-- Takes a challenge, once and in time; false when it was not given for this.
create function take_passkey_challenge(p_hash bytea, p_purpose text, p_account bigint, p_now timestamptz) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with taken as (delete from passkey_challenge where challenge_hash = p_hash and purpose = p_purpose and account_id is not distinct from p_account and expires_at > p_now returning 1)
    select exists (select 1 from taken)
  $$;

create function passkeys_of(p_account bigint)
  returns table (id bigint, credential_id text, transports text[], name text, created_at timestamptz, last_used_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp rows 5
  as $$ select id, credential_id, transports, name, created_at, last_used_at from passkey where account_id = p_account order by id $$;

create function add_passkey(p_account bigint, p_credential text, p_key bytea, p_counter bigint, p_transports text[], p_name text, p_now timestamptz) returns bigint
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into passkey (account_id, credential_id, public_key, counter, transports, name, created_at)
    values (p_account, p_credential, p_key, p_counter, p_transports, p_name, p_now) on conflict (credential_id) do nothing returning id
  $$;

create function rename_passkey(p_account bigint, p_id bigint, p_name text) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$ with done as (update passkey set name = p_name where id = p_id and account_id = p_account returning 1) select exists (select 1 from done) $$;

create function remove_passkey(p_account bigint, p_id bigint) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$ with done as (delete from passkey where id = p_id and account_id = p_account returning 1) select exists (select 1 from done) $$;

-- A key with where its holder signs in; no row for unknown keys.
create function passkey_lookup(p_credential text, p_now timestamptz)
  returns table (id bigint, account_id bigint, public_key bytea, counter bigint, disabled boolean, customer_id bigint, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select k.id, k.account_id, k.public_key, k.counter, a.disabled, place.customer_id, place.member_id
    from passkey k join account a on a.id = k.account_id left join lateral sign_in_place(a.id, p_now::date) as place on true
    where k.credential_id = p_credential
  $$;

-- Notes a use; false when another use has been noted since the key was read. A key that does not count stays at 0.
create function use_passkey(p_id bigint, p_before bigint, p_counter bigint, p_now timestamptz) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$ with done as (update passkey set counter = p_counter, last_used_at = p_now where id = p_id and counter = p_before returning 1) select exists (select 1 from done) $$;

/* Takes strong authentication off a member of the current customer and ends their sessions; false, and nothing done, for an account that another customer or the
   provider knows too, unless the provider's staff ask: what opens somebody else's door is not this customer's to weaken. */
create function reset_member_mfa(p_member bigint, p_staff boolean) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  target bigint;
begin
  select a.id into target from membership m join account a on a.id = m.account_id
    where m.customer_id = current_customer() and m.member_id = p_member
      and (p_staff or (a.admin_type is null and a.instance_id is null
        and not exists (select 1 from membership o where o.account_id = a.id and o.customer_id <> m.customer_id and o.active)));
  if target is null then return false; end if;
  perform set_mfa_secret(target, null);
  delete from passkey where account_id = target;
  perform end_sessions(target);
  return true;
end $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['mfa_share()', 'mfa_of_address(text)', 'account_proofs(bigint)', 'set_mfa_secret(bigint, text)', 'verify_mfa(bigint, bigint)',
    'set_recovery_codes(bigint, bytea[])', 'use_recovery_code(bigint, bytea[], timestamptz)', 'set_pending(bigint, text)', 'keep_passkey_challenge(bytea, text, bigint, timestamptz)',
    'take_passkey_challenge(bytea, text, bigint, timestamptz)', 'passkeys_of(bigint)', 'add_passkey(bigint, text, bytea, bigint, text[], text, timestamptz)',
    'rename_passkey(bigint, bigint, text)', 'remove_passkey(bigint, bigint)', 'passkey_lookup(text, timestamptz)', 'use_passkey(bigint, bigint, bigint, timestamptz)',
    'reset_member_mfa(bigint, boolean)']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;

/* Notes a sign-in, or a change of customer, into the current customer, and answers as what the account comes in and what it must do first; no row
   when the account has been disabled in the meantime, or the code's time step has been used before. `p_tied`: vouched for by this customer's own identity
   provider, hence as nothing but its member. A password that somebody else chose has no day on which it was changed: another one must be chosen first.
   Where strong authentication is enforced a password alone is never enough, whatever passkeys there are: who signs in by one comes as PASSKEY. */
create or replace function enter_account(p_account bigint, p_now timestamptz, p_method text default 'PASSWORD', p_tied boolean default false, p_step bigint default null)
  returns table (admin_type text, instance_id bigint, pending text[])
  language sql volatile security definer set search_path = public, pg_temp rows 1
  as $$
    with place as (select c.id, c.kind, mfa_mode_of(c.id) as mfa_mode, password_max_age_of(c.id) as max_age, i.terms_version
        from customer c join instance i on i.id = c.instance_id where c.id = current_customer()),
    signed as (
      update account a set last_sign_in_at = p_now,
        last_customer_id = case when place.kind <> 'PROVIDER' then place.id end,
        mfa_last_step = coalesce(p_step, a.mfa_last_step),
        mfa_activated = a.mfa_activated or (p_method = 'PASSWORD' and place.mfa_mode = 'ENFORCED')
      from place where a.id = p_account and not a.disabled and (p_step is null or coalesce(a.mfa_last_step, -1) < p_step)
      returning a.*, place.max_age, place.terms_version as terms),
    forgiven as (delete from sign_in_attempt s using signed where s.email = lower(signed.email)),
    -- Sessions that were left and not ended go as others begin.
    swept as (delete from session s where (s.customer_id, s.token_hash) in
      (select o.customer_id, o.token_hash from session o where o.expires_at < p_now order by o.expires_at limit 20 for update skip locked))
    select case when not p_tied then signed.admin_type end, case when not p_tied then signed.instance_id end,
      array_remove(array[
        case when p_method = 'PASSWORD' and signed.mfa_activated and not signed.mfa_enabled then 'MFA' end,
        case when p_method = 'PASSWORD' and (signed.password_changed_at is null
          or (signed.max_age > 0 and signed.password_changed_at < p_now - make_interval(days => signed.max_age))) then 'PASSWORD' end,
        case when signed.terms_version < signed.terms then 'TERMS' end], null)
    from signed
  $$;
