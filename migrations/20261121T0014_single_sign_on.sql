-- Single sign-on: an organisation's own identity providers, and the provider's own in customer 1.

create table auth_config (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  -- What addresses name it by: tells nothing and cannot be guessed.
  public_id text not null,
  name text not null collate "und-x-icu",
  type text not null default 'SAML' check (type in ('SAML', 'OIDC')),
  enabled boolean not null default false,
  sandbox boolean not null default false,
  password_allowed boolean not null default true,
  metadata_url text,
  entity_id text,
  idp_url text,
  sso_url text,
  certificate text,
  sign_requests boolean not null default false,
  issuer text,
  client_id text,
  scopes text,
  jit boolean not null default false,
  approval boolean not null default true,
  default_role text not null default 'contributor' check (default_role in ('global_pilote', 'global_auditor', 'local_pilote', 'local_auditor', 'contributor')),
  group_claim text,
  primary key (customer_id, id),
  unique (customer_id, public_id),
  unique (customer_id, name)
);
call entity_table('auth_config');
call link_table('auth_config', 'sandbox_users', 'member');

create table auth_config__domains (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  domain text not null,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references auth_config (customer_id, id) on delete cascade
);
create index on auth_config__domains (customer_id, owner_id);
call owned_table('auth_config__domains');

create table auth_config__mappings (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  group_name text not null,
  role text not null check (role in ('global_pilote', 'global_auditor', 'local_pilote', 'local_auditor', 'contributor')),
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references auth_config (customer_id, id) on delete cascade
);
create index on auth_config__mappings (customer_id, owner_id);
call owned_table('auth_config__mappings');

-- What no answer and no history holds: secrets, sealed with the installation's key, and what was found out of the identity provider.
create table auth_config_private (
  customer_id bigint not null references customer,
  config_id bigint not null,
  client_secret text,
  signing_key text,
  -- Of our own key, for the identity provider to check requests by.
  signing_certificate text,
  -- Of the identity provider's certificate.
  certificate_expires_at timestamptz,
  -- The last number of days before its end that was told to those who administer.
  warned_days int,
  primary key (customer_id, config_id),
  foreign key (customer_id, config_id) references auth_config (customer_id, id) on delete cascade
);
call tenant_policies('auth_config_private');

-- A sign-in that has begun: answered once, by the browser that began it.
create table sso_request (
  customer_id bigint not null references customer,
  id text not null,
  config_id bigint not null,
  browser_hash bytea not null,
  state text not null default 'ASKED' check (state in ('ASKED', 'ANSWERED', 'DONE')),
  redirect text,
  nonce text,
  code_verifier text,
  -- Who tries the configuration out; such a request opens no session.
  tester_id bigint,
  -- Who came, as the identity provider says, or what a trial would have done.
  answer jsonb,
  expires_at timestamptz not null,
  primary key (customer_id, id),
  foreign key (customer_id, config_id) references auth_config (customer_id, id) on delete cascade
);
create index on sso_request (customer_id, expires_at);
call tenant_policies('sso_request');

-- Assertions that have been taken, until they would have ended by themselves.
create table sso_assertion (
  customer_id bigint not null references customer,
  config_id bigint not null,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (customer_id, config_id, assertion_hash),
  foreign key (customer_id, config_id) references auth_config (customer_id, id) on delete cascade
);
create index on sso_assertion (customer_id, expires_at);
call tenant_policies('sso_assertion');

-- The roles that an identity provider last gave: whoever holds others now was given them by hand, and keeps them.
create table member_sso_roles (
  customer_id bigint not null references customer,
  member_id bigint not null,
  roles text[] not null,
  primary key (customer_id, member_id),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
call tenant_policies('member_sso_roles');

-- By which identity provider a session was opened, so that signing out may go on there.
alter table session add column sso_config text;

-- Where an identity provider is found before anyone is signed in: the only way from an address to an organisation.
create table sso_route (
  public_id text primary key,
  customer_id bigint not null references customer on delete cascade,
  config_id bigint not null,
  type text not null,
  enabled boolean not null,
  sandbox boolean not null,
  password_allowed boolean not null,
  sandbox_emails text[] not null
);
create index on sso_route (customer_id);
grant select, insert, update, delete on sso_route to vigie_provider;

-- Domains of which the provider's staff has made sure whose they are; each leads to one identity provider.
create table sso_domain (
  domain text primary key,
  public_id text not null references sso_route on delete cascade,
  confirmed_at timestamptz not null,
  confirmed_by bigint not null references account
);
create index on sso_domain (public_id);
grant select, insert, update, delete on sso_domain to vigie_provider;

-- Keeps the way to a configuration of the current customer in step with it; domains that it no longer names are free again.
create function keep_sso_route(p_public text, p_config bigint, p_type text, p_enabled boolean, p_sandbox boolean, p_password_allowed boolean, p_emails text[], p_domains text[]) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into sso_route as r (public_id, customer_id, config_id, type, enabled, sandbox, password_allowed, sandbox_emails)
    values (p_public, current_customer(), p_config, p_type, p_enabled, p_sandbox, p_password_allowed, p_emails)
    on conflict (public_id) do update set type = excluded.type, enabled = excluded.enabled, sandbox = excluded.sandbox,
      password_allowed = excluded.password_allowed, sandbox_emails = excluded.sandbox_emails
      where r.customer_id = current_customer() and r.config_id = p_config;
    delete from sso_domain d using sso_route r
      where d.public_id = p_public and r.public_id = p_public and r.customer_id = current_customer() and not d.domain = any(p_domains);
  $$;

create function drop_sso_route(p_public text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from sso_route where public_id = p_public and customer_id = current_customer() $$;

-- Confirms a domain for a configuration of the current customer, in the name of the provider's administrator; false when it is another's, or they are none.
create function confirm_sso_domain(p_public text, p_domain text, p_account bigint, p_now timestamptz) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with confirmed as (
      insert into sso_domain as d (domain, public_id, confirmed_at, confirmed_by)
      select p_domain, r.public_id, p_now, a.id from sso_route r join account a on a.id = p_account and a.admin_type = 'ROOT' and not a.disabled
        where r.public_id = p_public and r.customer_id = current_customer()
      on conflict (domain) do update set confirmed_at = d.confirmed_at where d.public_id = p_public returning 1)
    select exists (select 1 from confirmed)
  $$;

create function release_sso_domain(p_public text, p_domain text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from sso_domain d using sso_route r where d.domain = p_domain and d.public_id = p_public and r.public_id = p_public and r.customer_id = current_customer() $$;

create function confirmed_sso_domains(p_public text) returns text[]
  language sql stable security definer set search_path = public, pg_temp
  as $$ select coalesce(array_agg(d.domain order by d.domain), '{}') from sso_domain d join sso_route r on r.public_id = d.public_id
    where d.public_id = p_public and r.customer_id = current_customer() $$;

-- Which customer a configuration belongs to; no row for one that does not exist or whose customer is closed.
create function sso_place(p_public text) returns table (customer_id bigint, config_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$ select r.customer_id, r.config_id from sso_route r join customer c on c.id = r.customer_id where r.public_id = p_public and not c.disabled $$;

/* Which identity provider an address is sent to. A configuration that is tried out takes its own users alone, and of these only those whose domain is its
   customer's or who belong nowhere else: it cannot catch another organisation's people. */
create function sso_for(p_email text, p_domain text) returns table (public_id text, type text)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select r.public_id, r.type from sso_route r join customer c on c.id = r.customer_id
    where r.enabled and not c.disabled and case when r.sandbox
      then p_email = any(r.sandbox_emails) and (
        exists (select 1 from sso_domain d join sso_route o on o.public_id = d.public_id where d.domain = p_domain and o.customer_id = r.customer_id)
        or exists (select 1 from account a join membership m on m.account_id = a.id and m.customer_id = r.customer_id and m.active
          where lower(a.email) = p_email and (r.customer_id = 1 or (a.admin_type is null and a.instance_id is null))
            and not exists (select 1 from membership e where e.account_id = a.id and e.customer_id <> r.customer_id and not e.visiting)))
      else exists (select 1 from sso_domain d where d.domain = p_domain and d.public_id = r.public_id) end
    order by r.sandbox desc, r.public_id limit 1
  $$;

/* Whether an address may come in by its identity provider alone. Never the provider's staff, who could not mend it then. */
create function sso_only(p_email text, p_domain text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (select 1 from sso_domain d join sso_route r on r.public_id = d.public_id join customer c on c.id = r.customer_id
        where d.domain = p_domain and r.enabled and not r.sandbox and not r.password_allowed and not c.disabled)
      and not exists (select 1 from account a where lower(a.email) = lower(p_email) and a.admin_type is not null)
  $$;

create function address_of_account(p_account bigint) returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select email from account where id = p_account $$;

-- For customers that must not be closed while people come in there by single sign-on (ADM-06).
create function customer_has_sso(p_customer bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select 1 from sso_route r where r.customer_id = p_customer and r.enabled) $$;

-- The account of somebody who comes by single sign-on for the first time; an existing one keeps its way of signing in.
create function account_by_sso(p_email text, p_type text, p_lang text) returns bigint
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into account as a (email, auth_type, lang) values (p_email, p_type, p_lang)
    on conflict (lower(email)) do update set updated_at = a.updated_at returning id
  $$;

-- The account that the provider's own identity provider vouches for, and where it signs in; only on the provider's pages.
create function sso_holder(p_email text, p_day date) returns table (account_id bigint, disabled boolean, customer_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select a.id, a.disabled, place.customer_id from account a left join lateral sign_in_place(a.id, p_day) as place on true
    where lower(a.email) = lower(p_email) and current_customer() = 1
  $$;

/* As before, but an organisation's own identity provider vouches within it alone: it lifts no lock of the address, and does not say where its holder signs in
   next time. */
create or replace function enter_account(p_account bigint, p_now timestamptz, p_method text default 'PASSWORD', p_tied boolean default false, p_step bigint default null)
  returns table (admin_type text, instance_id bigint, pending text[])
  language sql volatile security definer set search_path = public, pg_temp rows 1
  as $$
    with place as (select c.id, c.kind, mfa_mode_of(c.id) as mfa_mode, password_max_age_of(c.id) as max_age, i.terms_version
        from customer c join instance i on i.id = c.instance_id where c.id = current_customer()),
    signed as (
      update account a set last_sign_in_at = p_now,
        last_customer_id = case when p_tied then a.last_customer_id when place.kind <> 'PROVIDER' then place.id end,
        mfa_last_step = coalesce(p_step, a.mfa_last_step),
        mfa_activated = a.mfa_activated or (p_method = 'PASSWORD' and place.mfa_mode = 'ENFORCED')
      from place where a.id = p_account and not a.disabled and (p_step is null or coalesce(a.mfa_last_step, -1) < p_step)
      returning a.*, place.max_age, place.terms_version as terms),
    forgiven as (delete from sign_in_attempt s using signed where not p_tied and s.email = lower(signed.email)),
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

do $$
declare
  f regprocedure;
begin
  foreach f in array array['keep_sso_route(text, bigint, text, boolean, boolean, boolean, text[], text[])', 'drop_sso_route(text)',
    'confirm_sso_domain(text, text, bigint, timestamptz)', 'release_sso_domain(text, text)', 'confirmed_sso_domains(text)', 'sso_place(text)', 'sso_for(text, text)',
    'sso_only(text, text)', 'address_of_account(bigint)', 'account_by_sso(text, text, text)', 'sso_holder(text, date)']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;
revoke all on function customer_has_sso(bigint) from public;
grant execute on function customer_has_sso(bigint) to vigie_provider;
