-- People from outside, who answer what a campaign asks them and find nothing else (docs/decisions/0073).

alter table member drop constraint member_kind_check, add constraint member_kind_check check (kind in ('MEMBER', 'VISITING', 'OUTSIDE'));
alter table session drop constraint session_method_check, add constraint session_method_check check (method in ('PASSWORD', 'PASSKEY', 'SAML', 'OIDC', 'CODE'));
-- Whoever is from outside here is not counted, gets no mail of the product, and comes in anywhere else first.
alter table membership add column outside boolean not null default false;

/* What somebody from outside is asked about: evaluations of campaigns that run, as whoever answers or helps; by a code, only where the campaign allows codes.
   Each request looks anew, so that nothing is left of it the moment a campaign is closed. */
create function asked_outside(p_member bigint, p_method text) returns bigint[]
  language sql stable
  as $$
    select coalesce(array_agg(e.id order by e.id), '{}') from evaluation e join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id
    where e.customer_id = current_customer() and e.status <> 'IGNORED' and c.status in ('METRIC_ENTRY', 'STARTED') and (p_method <> 'CODE' or c.external_codes)
      and (e.evaluator_id = p_member
        or e.id = any(array(select l.owner_id from evaluation__helpers l where l.customer_id = current_customer() and l.target_id = p_member)))
  $$;

-- A code that somebody asked for, in the browser in which they did; also for addresses of nobody, so that asking is the same for any.
create table outside_code (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  browser_hash bytea not null,
  email text not null,
  lang text not null check (lang in ('en', 'fr')),
  member_id bigint,
  -- Null for nobody, and until the mail is written.
  code_hash bytea,
  tries int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (customer_id, id),
  unique (customer_id, browser_hash),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create index on outside_code (customer_id, expires_at);
create index on outside_code (customer_id, member_id);
call tenant_policies('outside_code');

drop function set_membership(bigint, bigint, boolean, boolean, date, date);
/* Ties a member of the current customer to their account; `p_active` says whether they may come in here, and between which days. An account that another
   customer made and nobody has proved yet waits for that proof, and so does one for which somebody has chosen a password, although they may have left since:
   else whoever chose it could come in here. */
create function set_membership(p_account bigint, p_member bigint, p_visiting boolean, p_active boolean, p_starts date default null, p_ends date default null,
    p_outside boolean default false) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into membership (account_id, customer_id, member_id, visiting, outside, active, starts_on, ends_on, awaits_proof)
    select p_account, current_customer(), p_member, p_visiting, p_outside, p_active, p_starts, p_ends,
      not p_visiting and exists (select 1 from account a where a.id = p_account and a.verified_at is null
        and (a.password_hash is not null
          or exists (select 1 from membership o where o.account_id = p_account and o.customer_id <> current_customer() and not o.visiting)))
    on conflict (account_id, customer_id) do update set member_id = excluded.member_id, visiting = excluded.visiting, outside = excluded.outside,
      active = excluded.active, starts_on = excluded.starts_on, ends_on = excluded.ends_on
  $$;

create or replace function sign_in_place(p_account bigint, p_day date) returns table (customer_id bigint, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select m.customer_id, m.member_id from membership m join account a on a.id = m.account_id join customer c on c.id = m.customer_id
    where m.account_id = p_account and m.active and not m.awaits_proof and not c.disabled
      and coalesce(m.starts_on <= p_day, true) and coalesce(m.ends_on >= p_day, true)
      and (not m.visiting or (m.customer_id = a.last_customer_id
        and (a.admin_type in ('ROOT', 'SUPPORT') or a.instance_id = c.instance_id or (a.admin_type = 'STAFF_PLUS' and c.kind = 'CATALOG'))))
    order by m.outside, m.customer_id is distinct from a.last_customer_id, c.kind <> 'PROVIDER', c.name, c.id limit 1
  $$;

create or replace function reachable_members(p_day date) returns table (member_id bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.member_id from membership m join account a on a.id = m.account_id
    where m.customer_id = current_customer() and m.active and not m.visiting and not m.outside and not m.awaits_proof
      and coalesce(m.starts_on <= p_day, true) and coalesce(m.ends_on >= p_day, true)
      and not a.disabled and (a.verified_at is not null or a.known_before or (a.last_sign_in_at is not null and a.password_hash is null))
  $$;

-- The links that the current customer has sent to an account lead nowhere any more.
create function drop_account_tokens(p_account bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from account_token where account_id = p_account and sent_by = current_customer() $$;

do $$
declare
  f regprocedure;
begin
  foreach f in array array['set_membership(bigint, bigint, boolean, boolean, date, date, boolean)', 'drop_account_tokens(bigint)']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;
