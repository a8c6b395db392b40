-- Single sign-on: identity providers that vouch for people, the addresses they may vouch for, and what is remembered while somebody is away at one.

create table auth_config (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name text not null collate "und-x-icu",
  type text not null default 'SAML' check (type in ('SAML', 'OIDC')),
  enabled boolean not null default false,
  sandbox boolean not null default true,
  metadata_url text,
  idp_entity_id text,
  sso_url text,
  x509_certificate text,
  logout_url text,
  issuer_url text,
  client_id text,
  scopes text not null default 'openid email profile',
  jit boolean not null default false,
  approval boolean not null default true,
  default_role text not null default 'contributor' check (default_role in ('contributor', 'global_auditor', 'local_auditor')),
  group_claim text,
  primary key (customer_id, id)
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

-- What the server keeps for a configuration and nobody reads back; outside its row, whose versions are history.
create table auth_config_state (
  customer_id bigint not null,
  config_id bigint not null,
  -- By which addresses outside name it.
  key uuid not null default gen_random_uuid(),
  -- Sealed, both.
  client_secret text,
  signing_key text,
  signing_certificate text,
  -- The last day of the provider's certificate, and the one that was warned of.
  certificate_expires_on date,
  warned_of date,
  primary key (customer_id, config_id),
  foreign key (customer_id, config_id) references auth_config (customer_id, id) on delete cascade
);
create index on auth_config_state (key);
call tenant_policies('auth_config_state');

-- Which configuration vouches for an address by its domain alone; the provider's staff have looked whose the domain is. One configuration for each.
create table sso_domain (
  domain text primary key,
  customer_id bigint not null,
  config_id bigint not null,
  confirmed_at timestamptz not null default now(),
  foreign key (customer_id, config_id) references auth_config (customer_id, id) on delete cascade
);
create index on sso_domain (customer_id, config_id);
grant select, insert, update, delete on sso_domain to vigie_provider;

-- Somebody who was sent away to be vouched for: each request is answered once, soon, and to the browser that began it.
create table sso_request (
  request_hash bytea primary key,
  customer_id bigint not null,
  config_id bigint not null,
  browser_hash bytea not null,
  redirect text,
  expires_at timestamptz not null,
  foreign key (customer_id, config_id) references auth_config (customer_id, id) on delete cascade
);
create index on sso_request (expires_at);
create index on sso_request (customer_id, config_id);
grant select, insert, update, delete on sso_request to vigie_provider;

-- Assertions that have let somebody in, until they would have ended by themselves.
create table spent_assertion (
  assertion_hash bytea primary key,
  expires_at timestamptz not null
);
create index on spent_assertion (expires_at);
grant select, insert, update, delete on spent_assertion to vigie_provider;

-- Roles that single sign-on gave, and may change; not once somebody has chosen them by hand.
alter table member add column roles_from_sso boolean not null default false;
alter table member_history add column roles_from_sso boolean not null default false;

-- The functions below, run by the owner, see across customers; nobody else does.
create policy directory_auth_config on auth_config to current_user using (true) with check (true);
create policy directory_auth_config__domains on auth_config__domains to current_user using (true) with check (true);
create policy directory_auth_config__sandbox_users on auth_config__sandbox_users to current_user using (true) with check (true);
create policy directory_auth_config_state on auth_config_state to current_user using (true) with check (true);

-- Where a configuration lives that may be used.
create function sso_place(p_key uuid) returns table (customer_id bigint, config_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select s.customer_id, s.config_id from auth_config_state s join auth_config c on c.customer_id = s.customer_id and c.id = s.config_id
      join customer k on k.id = s.customer_id where s.key = p_key and c.enabled and not k.disabled
  $$;

/* The configuration that an address is sent to: that of its confirmed domain, whether somebody has the address or not; in sandbox mode only the people listed, and of
   them only those whom no other customer and no staff duty knows: else one customer could send another's people to its own provider. */
create function sso_route(p_email text) returns table (key uuid, name text)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select s.key, c.name from auth_config c join auth_config_state s on s.customer_id = c.customer_id and s.config_id = c.id join customer k on k.id = c.customer_id
    where c.enabled and not k.disabled and case when c.sandbox
      then exists (select 1 from auth_config__sandbox_users u join member m on m.customer_id = u.customer_id and m.id = u.target_id join account a on a.id = m.account_id
        where u.customer_id = c.customer_id and u.owner_id = c.id and lower(m.email) = lower(p_email) and not m.disabled and not m.archived
          and (c.customer_id = 1 or (a.admin_type is null and a.instance_id is null
            and not exists (select 1 from membership o where o.account_id = a.id and o.customer_id <> c.customer_id and o.active))))
      else exists (select 1 from sso_domain d join auth_config__domains l on l.customer_id = d.customer_id and l.owner_id = d.config_id and lower(l.domain) = d.domain
        where d.domain = lower(substring(p_email from '@([^@]*)$')) and d.customer_id = c.customer_id and d.config_id = c.id) end
    order by c.sandbox desc, c.customer_id, c.id limit 1
  $$;

-- The domains of a configuration of the current customer that are confirmed and still listed.
create function sso_domains_of(p_config bigint) returns table (domain text)
  language sql stable security definer set search_path = public, pg_temp rows 2
  as $$
    select d.domain from sso_domain d where d.customer_id = current_customer() and d.config_id = p_config
      and exists (select 1 from auth_config__domains l where l.customer_id = d.customer_id and l.owner_id = d.config_id and lower(l.domain) = d.domain) order by 1
  $$;

-- Confirms a domain for a configuration of the current customer that lists it; false when another has it.
create function confirm_sso_domain(p_config bigint, p_domain text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$ begin
    insert into sso_domain (domain, customer_id, config_id)
      select lower(l.domain), l.customer_id, l.owner_id from auth_config__domains l
      where l.customer_id = current_customer() and l.owner_id = p_config and lower(l.domain) = lower(p_domain) limit 1
    on conflict (domain) do nothing;
    return exists (select 1 from sso_domain d where d.domain = lower(p_domain) and d.customer_id = current_customer() and d.config_id = p_config);
  end $$;

-- Takes a confirmation back; without a domain, of all those that the configuration no longer lists.
create function withdraw_sso_domain(p_config bigint, p_domain text default null) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    delete from sso_domain d where d.customer_id = current_customer() and d.config_id = p_config and case when p_domain is not null then d.domain = lower(p_domain)
      else not exists (select 1 from auth_config__domains l where l.customer_id = d.customer_id and l.owner_id = d.config_id and lower(l.domain) = d.domain) end
  $$;

-- Whether people of a customer come in by an identity provider of its own, so that it cannot be removed (ADM-06).
create function sso_configured(p_customer bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select 1 from auth_config c where c.customer_id = p_customer and c.enabled) $$;

create function keep_sso_request(p_hash bytea, p_config bigint, p_browser bytea, p_redirect text, p_now timestamptz, p_valid interval) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    delete from sso_request where request_hash in (select r.request_hash from sso_request r where r.expires_at < p_now limit 20 for update skip locked);
    insert into sso_request values (p_hash, current_customer(), p_config, p_browser, p_redirect, p_now + p_valid);
  $$;

-- Takes a request, once and in time; no row when this configuration was not asked.
create function take_sso_request(p_hash bytea, p_config bigint, p_now timestamptz) returns table (browser_hash bytea, redirect text)
  language sql volatile security definer set search_path = public, pg_temp rows 1
  as $$
    delete from sso_request r where r.request_hash = p_hash and r.customer_id = current_customer() and r.config_id = p_config and r.expires_at > p_now
      returning r.browser_hash, r.redirect
  $$;

-- False when the assertion has let somebody in before.
create function spend_assertion(p_hash bytea, p_expires timestamptz, p_now timestamptz) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    delete from spent_assertion where assertion_hash in (select s.assertion_hash from spent_assertion s where s.expires_at < p_now limit 20 for update skip locked);
    with spent as (insert into spent_assertion values (p_hash, p_expires) on conflict do nothing returning 1) select exists (select 1 from spent);
  $$;

-- The account of an address that a provider vouches for, made if there is none; only a new one is of that provider's kind.
create function sso_account_for(p_email text, p_type text, p_lang text) returns bigint
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into account as a (email, auth_type, lang) values (p_email, p_type, p_lang)
    on conflict (lower(email)) do update set updated_at = a.updated_at returning id
  $$;

-- Whom the provider's own configurations vouch for, and where they sign in; asked from the provider alone.
create function sso_holder(p_email text, p_now timestamptz) returns table (account_id bigint, disabled boolean, customer_id bigint, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select a.id, a.disabled, place.customer_id, place.member_id from account a left join lateral sign_in_place(a.id, p_now::date) as place on true
    where lower(a.email) = lower(p_email) and current_customer() = 1
  $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['sso_place(uuid)', 'sso_route(text)', 'sso_domains_of(bigint)', 'confirm_sso_domain(bigint, text)', 'withdraw_sso_domain(bigint, text)',
    'sso_configured(bigint)', 'keep_sso_request(bytea, bigint, bytea, text, timestamptz, interval)', 'take_sso_request(bytea, bigint, timestamptz)',
    'spend_assertion(bytea, timestamptz, timestamptz)', 'sso_account_for(text, text, text)', 'sso_holder(text, timestamptz)']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;
grant execute on function sso_configured(bigint) to vigie_provider;

/* As before, but an organisation's own identity provider, whose word holds there alone, touches nothing beyond: it does not lift the lock that guards a password,
   which could then be lifted as often as somebody likes to guess, nor say where the account signs in next. */
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
    forgiven as (delete from sign_in_attempt s using signed where s.email = lower(signed.email) and not p_tied),
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
