-- Passwords chosen by their holders: reset by mail, history, invitations, proof that an address reaches its holder; sessions that can be ended; people from
-- outside between their days. Runs before strong authentication, which notes a sign-in anew.

-- Solved captchas, until they would have ended by themselves: each is worth one call.
create table spent_captcha (
  captcha_hash bytea primary key,
  expires_at timestamptz not null
);
create index on spent_captcha (expires_at);
grant select, insert, update, delete on spent_captcha to vigie_provider;

-- Who asked for a new password, by what was typed, until a job has looked whether there is an account: asking takes as long for any address.
create table reset_request (
  id bigint generated always as identity primary key,
  email text not null,
  lang text not null check (lang in ('en', 'fr')),
  created_at timestamptz not null
);
grant select, insert, update, delete on reset_request to vigie_provider;

create function spend_captcha(p_hash bytea, p_expires timestamptz, p_now timestamptz) returns boolean
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    delete from spent_captcha where captcha_hash in (select s.captcha_hash from spent_captcha s where s.expires_at < p_now limit 20 for update skip locked);
    with spent as (insert into spent_captcha values (p_hash, p_expires) on conflict do nothing returning 1) select exists (select 1 from spent);
  $$;

create function keep_reset_request(p_email text, p_lang text, p_now timestamptz) returns bigint
  language sql volatile security definer set search_path = public, pg_temp
  as $$ insert into reset_request (email, lang, created_at) values (p_email, p_lang, p_now) returning id $$;

-- Takes a request; a row with an account only when one with a password of its own may be written to.
create function take_reset_request(p_id bigint) returns table (account_id bigint, email text, lang text)
  language sql volatile security definer set search_path = public, pg_temp rows 1
  as $$
    with taken as (delete from reset_request where id = p_id returning *)
    select a.id, a.email, a.lang from taken join account a on lower(a.email) = lower(taken.email) and not a.disabled and a.auth_type = 'PASSWORD'
  $$;

-- Which customer sent a link: one invitation does not undo another's.
alter table account_token add column sent_by bigint references customer on delete cascade;

-- Keeps a link's hash; a person has at most one of each purpose from each customer.
create function keep_account_token(p_account bigint, p_purpose text, p_hash bytea, p_now timestamptz, p_valid interval) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    delete from account_token where (account_id = p_account and purpose = p_purpose and sent_by = current_customer()) or expires_at < p_now;
    insert into account_token (token_hash, account_id, purpose, created_at, expires_at, sent_by) values (p_hash, p_account, p_purpose, p_now, p_now + p_valid, current_customer());
  $$;

-- Whose link it is and what a password there is judged by; no row for a link that is wrong, used or too old.
create function token_account(p_hash bytea, p_now timestamptz) returns table (account_id bigint, email text, lang text, purpose text)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select a.id, a.email, a.lang, t.purpose from account_token t join account a on a.id = t.account_id
    where t.token_hash = p_hash and t.expires_at > p_now and not a.disabled
  $$;

-- The hashes that an account may not choose again: the present one and as many former ones as its strictest instance remembers.
create function remembered_passwords(p_account bigint) returns table (password_hash text)
  language sql stable security definer set search_path = public, pg_temp rows 5
  as $$
    (select a.password_hash from account a where a.id = p_account and a.password_hash is not null)
    union all
    (select f.password_hash from former_password f where f.account_id = p_account order by f.set_at desc
      limit greatest(0, (select coalesce(max(i.password_history), 0) from membership m join customer c on c.id = m.customer_id join instance i on i.id = c.instance_id where m.account_id = p_account) - 1))
  $$;

-- The names by which organisations know an account, which its password may not hold.
create function names_of_account(p_account bigint) returns table (name text)
  language sql stable security definer set search_path = public, pg_temp rows 4
  as $$ select distinct n from membership m join member p on p.customer_id = m.customer_id and p.id = m.member_id cross join lateral unnest(array[p.firstname, p.lastname]) as n where m.account_id = p_account $$;
create policy directory_member on member to current_user using (true) with check (true);

-- Gives an account a password that its holder chose, and remembers the former one.
create function change_password(p_account bigint, p_password_hash text, p_now timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into former_password select id, password_hash, p_now from account where id = p_account and password_hash is not null on conflict do nothing;
    delete from former_password f where f.account_id = p_account and f.set_at not in (select n.set_at from former_password n where n.account_id = p_account order by n.set_at desc limit 24);
    update account set password_hash = p_password_hash, password_changed_at = p_now, updated_at = now() where id = p_account;
    delete from account_token where account_id = p_account;
  $$;

/* Takes a link and gives its account the password chosen there, ends all its sessions and lifts its lock. The first link that arrives proves the address: whatever
   somebody else set up before under it goes, and the organisations that waited for the proof open. No row for a link that is wrong, used or too old. */
create function reset_password(p_hash bytea, p_password_hash text, p_now timestamptz) returns table (account_id bigint, customer_id bigint, member_id bigint)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  target account;
begin
  select a.* into target from account_token t join account a on a.id = t.account_id where t.token_hash = p_hash and t.expires_at > p_now and not a.disabled for update of t, a;
  if target.id is null then return; end if;
  perform change_password(target.id, p_password_hash, p_now);
  if target.verified_at is null then
    update account set verified_at = p_now, mfa_activated = false, mfa_enabled = false, mfa_secret = null, mfa_last_step = null where id = target.id;
    delete from passkey k where k.account_id = target.id;
    delete from recovery_code r where r.account_id = target.id;
    update membership m set awaits_proof = false where m.account_id = target.id;
  end if;
  delete from sign_in_attempt s where s.email = lower(target.email);
  perform end_sessions(target.id);
  return query select target.id, place.customer_id, place.member_id from (select 1) as one left join lateral sign_in_place(target.id, p_now::date) as place on true;
end $$;

-- The account of an address, made if there is none; an existing one keeps its password and language. A password comes from whoever runs the installation,
-- who vouches for the address.
create or replace function account_for(p_email text, p_password_hash text, p_lang text) returns bigint
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into account as a (email, password_hash, password_changed_at, verified_at, lang)
    values (p_email, p_password_hash, case when p_password_hash is not null then now() end, case when p_password_hash is not null then now() end, p_lang)
    on conflict (lower(email)) do update set updated_at = a.updated_at returning id
  $$;

drop function set_membership(bigint, bigint, boolean, boolean);
/* Ties a member of the current customer to their account; `p_active` says whether they may come in here, and between which days. An account that another
   customer made and nobody has proved yet waits for that proof: else whoever chose its password there could come in here. */
create function set_membership(p_account bigint, p_member bigint, p_visiting boolean, p_active boolean, p_starts date default null, p_ends date default null) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into membership (account_id, customer_id, member_id, visiting, active, starts_on, ends_on, awaits_proof)
    select p_account, current_customer(), p_member, p_visiting, p_active, p_starts, p_ends,
      not p_visiting and exists (select 1 from account a where a.id = p_account and a.verified_at is null)
        and exists (select 1 from membership o where o.account_id = p_account and o.customer_id <> current_customer() and not o.visiting)
    on conflict (account_id, customer_id) do update set member_id = excluded.member_id, visiting = excluded.visiting, active = excluded.active,
      starts_on = excluded.starts_on, ends_on = excluded.ends_on
  $$;

/* Gives a member of the current customer whom no other customer knows, and who has not proved their address, a password for the first time they come: they must
   choose another then. False, and nothing done, for anyone else. */
create or replace function set_member_password(p_member bigint, p_password_hash text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  target bigint;
begin
  update account a set password_hash = p_password_hash, password_changed_at = null, updated_at = now()
    from membership m where m.customer_id = current_customer() and m.member_id = p_member and m.account_id = a.id
      and a.admin_type is null and a.instance_id is null and a.verified_at is null
      and not exists (select 1 from membership o where o.account_id = a.id and o.customer_id <> m.customer_id)
    returning a.id into target;
  if target is not null then perform end_sessions(target); end if;
  return target is not null;
end $$;

-- Makes an account the provider's staff, vouched for by it; only while its members are those of the provider itself.
create or replace function set_admin_type(p_account bigint, p_admin_type text) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ update account set admin_type = p_admin_type, verified_at = coalesce(verified_at, now()) where id = p_account and current_customer() = 1 $$;

-- Whom to invite: a member of the current customer with what the mail must say. `verified`: they have a way in already.
create function invitee(p_member bigint) returns table (account_id bigint, email text, lang text, verified boolean, customer_name text)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select a.id, a.email, p.lang, a.verified_at is not null and (a.password_hash is not null or a.auth_type <> 'PASSWORD'), c.name
    from membership m join account a on a.id = m.account_id join customer c on c.id = m.customer_id
      join member p on p.customer_id = m.customer_id and p.id = m.member_id
    where m.customer_id = current_customer() and m.member_id = p_member and m.active and not a.disabled
  $$;

-- Every session of an account, with where it is.
create function account_sessions(p_account bigint)
  returns table (customer_id bigint, customer_name text, token_hash bytea, method text, created_at timestamptz, last_used_at timestamptz, user_agent text)
  language sql stable security definer set search_path = public, pg_temp rows 10
  as $$
    select s.customer_id, c.name, s.token_hash, s.method, s.created_at, s.last_used_at, s.user_agent
    from session s join customer c on c.id = s.customer_id where s.account_id = p_account and s.impersonator_id is null order by s.last_used_at desc limit 100
  $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['spend_captcha(bytea, timestamptz, timestamptz)', 'keep_reset_request(text, text, timestamptz)', 'take_reset_request(bigint)',
    'keep_account_token(bigint, text, bytea, timestamptz, interval)', 'token_account(bytea, timestamptz)', 'remembered_passwords(bigint)', 'names_of_account(bigint)',
    'change_password(bigint, text, timestamptz)', 'reset_password(bytea, text, timestamptz)', 'set_membership(bigint, bigint, boolean, boolean, date, date)',
    'invitee(bigint)', 'account_sessions(bigint)']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;
