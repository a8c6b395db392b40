-- Terms of use, trial of add-ons, the message of the sign-in page, the provider's users, several instances.

-- Every version that was ever asked for stays: whoever accepted it accepted this very text. A text is there in one language at least.
create table terms_document (
  instance_id bigint not null references instance on delete cascade,
  version int not null check (version > 0),
  text_en text,
  text_fr text,
  published_at timestamptz not null,
  published_by text,
  primary key (instance_id, version),
  check (coalesce(text_en, text_fr) is not null)
);
grant select, insert on terms_document to vigie_provider;

-- The terms of the current customer's instance, newest first.
create function terms_of_use() returns table (version int, text_en text, text_fr text, published_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp rows 3
  as $$
    select t.version, t.text_en, t.text_fr, t.published_at from customer c join terms_document t on t.instance_id = c.instance_id
    where c.id = current_customer() order by t.version desc
  $$;

/* Notes that an account has read and taken the newest terms of the current customer, and takes the duty off its sessions; answers the version, null when it
   is not the one that was shown, or when there is none. */
create function accept_terms(p_account bigint, p_version int, p_now timestamptz) returns int
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  newest int;
begin
  select i.terms_version into newest from customer c join instance i on i.id = c.instance_id where c.id = current_customer() for share of i;
  if newest = 0 or newest <> coalesce(p_version, newest) then return null; end if;
  update account a set terms_accepted_at = case when a.terms_version < newest then p_now else a.terms_accepted_at end, terms_version = greatest(a.terms_version, newest)
    where a.id = p_account and exists (select 1 from membership m where m.account_id = a.id and m.customer_id = current_customer());
  perform clear_pending(p_account, 'TERMS');
  return newest;
end $$;

-- Whoever is at work in an instance is asked before their next call; who acts in another's name cannot accept for them and is not asked.
create function ask_terms(p_instance bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    update session s set pending = array_append(s.pending, 'TERMS') from customer c
    where c.id = s.customer_id and c.instance_id = p_instance and s.impersonator_account_id is null and not 'TERMS' = any(s.pending)
  $$;

-- When an account accepted, for its own page.
create function terms_accepted_at(p_account bigint) returns timestamptz
  language sql stable security definer set search_path = public, pg_temp
  as $$ select a.terms_accepted_at from account a join membership m on m.account_id = a.id and m.customer_id = current_customer() where a.id = p_account $$;

-- Add-ons under trial: one row for each kind. `ends_on` is set once: dismissing and starting again wins no day.
create table customer_option (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  type text not null check (type in ('RISK_ANALYSIS', 'ISP')),
  status text not null check (status in ('ON_TRIAL', 'EXPIRED', 'DISMISSED')),
  date_start date not null,
  -- The first day without it.
  ends_on date not null,
  send_reminder boolean not null default true,
  reminded_on date,
  started_by bigint not null,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (customer_id, id),
  unique (customer_id, type),
  foreign key (customer_id, started_by) references member (customer_id, id)
);
call tenant_policies('customer_option', 'select, insert, update');

-- Who would like to be called about an add-on.
create table appointment_request (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  member_id bigint not null,
  type text check (type in ('RISK_ANALYSIS', 'ISP')),
  comment text,
  created_at timestamptz not null default now(),
  primary key (customer_id, id),
  foreign key (customer_id, member_id) references member (customer_id, id)
);
call tenant_policies('appointment_request', 'select, insert');

-- Whom requests to the provider are written to.
create function provider_contacts() returns table (email text, lang text)
  language sql stable security definer set search_path = public, pg_temp rows 2
  as $$ select email, lang from account where admin_type = 'ROOT' and not disabled order by id limit 20 $$;

-- What stands beside the sign-in form, before anybody's instance is known: one for the installation.
create table login_message (
  id int primary key check (id = 1),
  title_en text,
  title_fr text,
  content_en text,
  content_fr text,
  label_button_en text,
  label_button_fr text,
  link_id_en text,
  link_id_fr text,
  background_color_en text not null default 'PRIMARY' check (background_color_en in ('PRIMARY', 'TERTIARY', 'BLUE', 'CYAN')),
  background_color_fr text not null default 'PRIMARY' check (background_color_fr in ('PRIMARY', 'TERTIARY', 'BLUE', 'CYAN')),
  logo bytea,
  logo_mime text check (logo_mime in ('image/png', 'image/jpeg', 'image/webp')),
  logo_hash text,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  check ((logo is null) = (logo_mime is null) and (logo is null) = (logo_hash is null))
);
insert into login_message (id) values (1);
grant select, update on login_message to vigie_provider;

create function read_login_message() returns table (message jsonb)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$ select to_jsonb(l) - 'logo' from login_message l $$;

create function read_login_logo() returns table (logo bytea, logo_mime text, logo_hash text)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$ select logo, logo_mime, logo_hash from login_message where logo is not null $$;

-- The provider's own users: staff, and users of a whole instance (GEN-17). Seen and changed from the provider's customer alone.
create function provider_users() returns table (account_id bigint, member_id bigint, email text, admin_type text, instance_id bigint, instance_name text,
    disabled boolean, locked boolean, mfa_enabled boolean, verified boolean, last_sign_in_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp rows 20
  as $$
    select a.id, m.member_id, a.email, a.admin_type, a.instance_id, i.name, a.disabled,
      exists (select 1 from sign_in_attempt s where s.email = lower(a.email) and s.locked_until > now()), a.mfa_enabled, a.verified_at is not null, a.last_sign_in_at
    from membership m join account a on a.id = m.account_id left join instance i on i.id = a.instance_id
    where m.customer_id = 1 and current_customer() = 1 and (a.admin_type is not null or a.instance_id is not null)
  $$;

-- What a user of the provider is; ends their sessions, which hold what they were. False when it would leave nobody who may do this.
create function set_provider_user(p_account bigint, p_admin_type text, p_instance bigint, p_disabled boolean) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  -- One at a time, so that two administrators cannot each remove the other.
  perform pg_advisory_xact_lock(hashtext('vigie provider users'));
  if current_customer() <> 1 or num_nonnulls(p_admin_type, p_instance) <> 1 then raise exception 'not a user of the provider'; end if;
  if (p_admin_type is distinct from 'ROOT' or p_disabled) and not exists (select 1 from account where id <> p_account and admin_type = 'ROOT' and not disabled) then return false; end if;
  update account a set admin_type = p_admin_type, instance_id = p_instance, disabled = p_disabled, updated_at = now()
    where a.id = p_account and exists (select 1 from membership m where m.account_id = a.id and m.customer_id = 1);
  perform end_sessions(p_account);
  return true;
end $$;

create function account_exists(p_email text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select current_customer() = 1 and exists (select 1 from account where lower(email) = lower(p_email)) $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['terms_of_use()', 'accept_terms(bigint, int, timestamptz)', 'terms_accepted_at(bigint)', 'provider_contacts()', 'read_login_message()', 'read_login_logo()',
    'provider_users()', 'set_provider_user(bigint, text, bigint, boolean)', 'account_exists(text)']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;
revoke all on function ask_terms(bigint) from public;
grant execute on function ask_terms(bigint) to vigie_provider;
