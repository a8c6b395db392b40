-- Accounts and sign-in (the provider's), sessions, members, groups and assignments (each customer's).

-- A person who may sign in; belongs to no customer. What an organisation knows of them is their member there.
create table account (
  id bigint generated always as identity primary key,
  email text not null,
  -- Null until a password is set: nobody can sign in with one.
  password_hash text,
  password_changed_at timestamptz,
  admin_type text check (admin_type in ('ROOT', 'SUPPORT', 'STAFF_PLUS')),
  instance_id bigint references instance,
  lang text not null default 'en' check (lang in ('en', 'fr')),
  last_customer_id bigint references customer,
  last_sign_in_at timestamptz,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index account_email on account (lower(email));
grant select, insert, update, delete on account to vigie_provider;

-- Failed attempts by what was typed, known or not, so that the counter tells nothing about accounts (ACC-24).
create table sign_in_attempt (
  email text primary key,
  failures int not null,
  locked_until timestamptz,
  last_at timestamptz not null
);
create index on sign_in_attempt (last_at);
grant select, insert, update, delete on sign_in_attempt to vigie_provider;

-- Where an account has a member: the only way from an account to its customers.
create table membership (
  account_id bigint not null references account on delete cascade,
  customer_id bigint not null references customer on delete cascade,
  member_id bigint not null,
  visiting boolean not null default false,
  active boolean not null default true,
  primary key (account_id, customer_id)
);
create index on membership (customer_id, member_id);
grant select, insert, update, delete on membership to vigie_provider;

create table member (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  account_id bigint,
  kind text not null default 'MEMBER' check (kind in ('MEMBER', 'VISITING')),
  email text not null,
  firstname text not null,
  lastname text not null,
  name text generated always as (trim(firstname || ' ' || lastname)) stored collate "und-x-icu",
  initials text,
  job_title text,
  lang text not null default 'en' check (lang in ('en', 'fr')),
  roles text[] not null default '{}'
    check (roles <@ array['global_pilote', 'global_auditor', 'local_pilote', 'local_auditor', 'contributor']),
  tag_id bigint,
  is_staff boolean not null default false,
  disabled boolean not null default false,
  archived boolean not null default false,
  primary key (customer_id, id)
);
create unique index member_email_unique on member (customer_id, lower(email));
create unique index member_account on member (customer_id, account_id);
create index on member (customer_id, name);
create index on member (customer_id, tag_id) where tag_id is not null;
call entity_table('member');

-- When a member last signed in; outside the member's row, which changes only by somebody's hand.
create table member_sign_in (
  customer_id bigint not null,
  member_id bigint not null,
  last_at timestamptz not null,
  primary key (customer_id, member_id),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
call tenant_policies('member_sign_in', 'select, insert, update');

create table "group" (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text not null collate numeric_text,
  name text not null collate "und-x-icu",
  description text,
  is_staff boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
create unique index group_name_unique on "group" (customer_id, lower(name));
call entity_table('group');
call link_table('group', 'members', 'member');

-- Who a register, policy or model is given to: a member or a group.
create table assignment (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  entity text not null,
  object_id bigint not null,
  member_id bigint,
  group_id bigint,
  primary key (customer_id, id),
  unique nulls not distinct (customer_id, entity, object_id, member_id, group_id),
  foreign key (customer_id, member_id) references member (customer_id, id),
  foreign key (customer_id, group_id) references "group" (customer_id, id),
  check (num_nonnulls(member_id, group_id) = 1)
);
create index on assignment (customer_id, member_id, entity);
create index on assignment (customer_id, group_id, entity);
call tenant_policies('assignment');

-- A session lives in one customer; its token is known to the browser alone.
create table session (
  customer_id bigint not null,
  token_hash bytea not null,
  member_id bigint not null,
  account_id bigint not null,
  admin_type text,
  impersonator_id bigint,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text,
  ip_hash text,
  primary key (customer_id, token_hash),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create index on session (customer_id, member_id);
create index on session (account_id);
create index on session (expires_at);
call tenant_policies('session');

-- The functions below, run by the owner, see across customers; nobody else does.
create policy directory_session on session to current_user using (true) with check (true);
create policy directory_customer on customer to current_user using (true) with check (true);

-- Transactions of the provider are audited in the chain of its own customer.
grant select, insert, update on audit_head to vigie_provider;
grant select, insert on audit_entry, audit_log to vigie_provider;

-- Where an account may go: everyone where they are a member; ROOT and SUPPORT everywhere; STAFF_PLUS to the catalogs too (ADM-46).
create function customers_of(p_account bigint) returns table (customer_id bigint, name text, color text, kind text, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 12
  as $$
    select c.id, c.name, c.color, c.kind, m.member_id
    from account a cross join customer c left join membership m on m.account_id = a.id and m.customer_id = c.id
    where a.id = p_account and not a.disabled and not c.disabled and c.kind <> 'PROVIDER' and (
      (m.active and not m.visiting) or a.admin_type in ('ROOT', 'SUPPORT') or (a.admin_type = 'STAFF_PLUS' and c.kind = 'CATALOG'))
  $$;

/* Counts an attempt before its password is looked at, so that attempts side by side cannot outrun the lock, and answers what is needed to
   judge it; the counter goes back to nothing on success. `locked`: it was locked before. One row for unknown addresses too. */
create function sign_in_lookup(p_email text, p_now timestamptz, p_limit int, p_lock interval)
  returns table (failures int, locked boolean, account_id bigint, email text, password_hash text, disabled boolean, customer_id bigint, member_id bigint)
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
    select attempt.failures, was_locked, a.id, a.email, a.password_hash, a.disabled, place.customer_id, place.member_id
    from (select 1) as one left join account a on lower(a.email) = typed
    left join lateral (
      select m.customer_id, m.member_id from membership m join customer c on c.id = m.customer_id
      where m.account_id = a.id and m.active and not c.disabled
        and (not m.visiting or m.customer_id = a.last_customer_id)
      order by m.customer_id is distinct from a.last_customer_id, c.kind <> 'PROVIDER', c.name, c.id limit 1) as place on true;
end $$;

-- Notes a sign-in, or a change of customer, into the current customer; no row when the account has been disabled in the meantime.
create function record_sign_in(p_account bigint, p_now timestamptz) returns table (admin_type text)
  language sql volatile security definer set search_path = public, pg_temp rows 1
  as $$
    with signed as (
      update account a set last_sign_in_at = p_now,
        last_customer_id = (select c.id from customer c where c.id = current_customer() and c.kind <> 'PROVIDER')
      where a.id = p_account and not a.disabled returning a.email, a.admin_type),
    forgiven as (delete from sign_in_attempt s using signed where s.email = lower(signed.email)),
    -- Sessions that were left and not ended go as others begin.
    swept as (delete from session s where (s.customer_id, s.token_hash) in
      (select o.customer_id, o.token_hash from session o where o.expires_at < p_now order by o.expires_at limit 20 for update skip locked))
    select signed.admin_type from signed
  $$;

-- Forgets the failed attempts of an address.
create function forget_attempts(p_email text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from sign_in_attempt where email = lower(p_email) $$;

create function sessions_of(p_account bigint)
  returns table (customer_id bigint, token_hash bytea, created_at timestamptz, last_used_at timestamptz, user_agent text)
  language sql stable security definer set search_path = public, pg_temp rows 10
  as $$ select customer_id, token_hash, created_at, last_used_at, user_agent from session where account_id = p_account $$;

-- Ends every session of an account, but for the one given.
create function end_sessions(p_account bigint, p_except bytea default null) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from session where account_id = p_account and token_hash is distinct from p_except $$;

create function end_session(p_customer bigint, p_token_hash bytea) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from session where customer_id = p_customer and token_hash = p_token_hash $$;

-- Whoever disables an account ends its sessions, whatever the way (SEC-17).
create function end_sessions_of_disabled() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin
    delete from session where account_id = new.id;
    return null;
  end $$;
create trigger account_disabled after update of disabled on account for each row when (new.disabled and not old.disabled) execute function end_sessions_of_disabled();

-- The account of an address, made if there is none; an existing one keeps its password and language.
create function account_for(p_email text, p_password_hash text, p_lang text) returns bigint
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into account as a (email, password_hash, password_changed_at, lang)
    values (p_email, p_password_hash, case when p_password_hash is not null then now() end, p_lang)
    on conflict (lower(email)) do update set updated_at = a.updated_at returning id
  $$;

-- Ties a member of the current customer to their account; `p_active` says whether they may come in here.
create function set_membership(p_account bigint, p_member bigint, p_visiting boolean, p_active boolean) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into membership (account_id, customer_id, member_id, visiting, active) values (p_account, current_customer(), p_member, p_visiting, p_active)
    on conflict (account_id, customer_id) do update set member_id = excluded.member_id, visiting = excluded.visiting, active = excluded.active
  $$;

create function drop_membership(p_account bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from membership where account_id = p_account and customer_id = current_customer() $$;

-- Sets the password of a member of the current customer whom no other customer knows; false, and nothing done, for anyone else.
create function set_member_password(p_member bigint, p_password_hash text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  target bigint;
begin
  update account a set password_hash = p_password_hash, password_changed_at = now(), updated_at = now()
    from membership m where m.customer_id = current_customer() and m.member_id = p_member and m.account_id = a.id
      and a.admin_type is null and a.instance_id is null
      and not exists (select 1 from membership o where o.account_id = a.id and o.customer_id <> m.customer_id)
    returning a.id into target;
  if target is not null then perform end_sessions(target); end if;
  return target is not null;
end $$;

-- The language an account is greeted in, from the session's own member.
create function set_account_lang(p_account bigint, p_lang text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    update account set lang = p_lang where id = p_account
      and exists (select 1 from membership m where m.account_id = p_account and m.customer_id = current_customer())
  $$;

create function next_customer_id() returns bigint
  language sql volatile security definer set search_path = public, pg_temp
  as $$ select nextval(pg_get_serial_sequence('customer', 'id')) $$;

-- Makes the customer in whose name the transaction was opened; refused by the key when it exists.
create function create_customer(p_instance bigint, p_kind text, p_name text, p_color text, p_lang text, p_time_zone text, p_quotas jsonb) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into customer (id, instance_id, kind, name, color, lang, time_zone, quotas)
    values (current_customer(), p_instance, p_kind, p_name, p_color, p_lang, p_time_zone, p_quotas)
  $$;

-- Makes an account the provider's staff; only while its members are those of the provider itself.
create function set_admin_type(p_account bigint, p_admin_type text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ update account set admin_type = p_admin_type where id = p_account and current_customer() = 1 $$;

create function installation_is_empty() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select not exists (select 1 from customer) $$;

-- The first rows of all: one instance, the provider as customer 1, the catalog every organisation sees.
create function create_installation(p_name text, p_lang text, p_time_zone text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with made as (insert into instance (name) values (p_name) returning id)
    insert into customer (instance_id, kind, name, lang, time_zone)
      select made.id, kinds.kind, kinds.name, p_lang, p_time_zone
      from made, (values (1, 'PROVIDER', p_name), (2, 'CATALOG', 'Catalog')) as kinds (n, kind, name) order by kinds.n
  $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array[
    'customers_of(bigint)', 'sign_in_lookup(text, timestamptz, int, interval)', 'record_sign_in(bigint, timestamptz)', 'forget_attempts(text)',
    'sessions_of(bigint)', 'end_sessions(bigint, bytea)', 'end_session(bigint, bytea)', 'account_for(text, text, text)',
    'set_membership(bigint, bigint, boolean, boolean)', 'drop_membership(bigint)', 'set_member_password(bigint, text)', 'set_account_lang(bigint, text)',
    'next_customer_id()', 'create_customer(bigint, text, text, text, text, text, jsonb)', 'set_admin_type(bigint, text)', 'installation_is_empty()', 'create_installation(text, text, text)']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;
revoke all on function end_sessions_of_disabled() from public;
