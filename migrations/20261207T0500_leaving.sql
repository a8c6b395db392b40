/* While a customer waits for its deletion, its global pilots still come in, to take what it has and for nothing else. They are asked wherever it is decided who comes in: by a
   password or a passkey, by the provider's single sign-on, from another customer, and by the way to the customer's own provider. */
create function takes_leave(p_customer bigint, p_member bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (select 1 from customer c join member m on m.customer_id = c.id and m.id = p_member join account a on a.id = m.account_id
      where c.id = p_customer and c.disabled and c.deletes_at > present()
        and m.kind = 'MEMBER' and not m.disabled and not m.archived and 'global_pilote' = any(m.roles) and a.admin_type is null and a.instance_id is null)
  $$;
revoke all on function takes_leave(bigint, bigint) from public;

-- As before; where nothing is open, a customer that they may take leave of.
create or replace function sign_in_place(p_account bigint, p_now timestamptz) returns table (customer_id bigint, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select m.customer_id, m.member_id from membership m join account a on a.id = m.account_id join customer c on c.id = m.customer_id
    where m.account_id = p_account and m.active and not m.awaits_proof and (not c.disabled or takes_leave(c.id, m.member_id))
      and coalesce(m.starts_on <= day_in(p_now, c.time_zone), true) and coalesce(m.ends_on >= day_in(p_now, c.time_zone), true)
      and (not m.visiting or (m.customer_id = a.last_customer_id
        and (a.admin_type in ('ROOT', 'SUPPORT') or a.instance_id = c.instance_id or (a.admin_type = 'STAFF_PLUS' and c.kind = 'CATALOG'))))
    order by c.disabled, m.outside, m.customer_id is distinct from a.last_customer_id, c.kind <> 'PROVIDER', c.name, c.id limit 1
  $$;

create or replace function customers_of(p_account bigint) returns table (customer_id bigint, name text, color text, kind text, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 12
  as $$
    select c.id, c.name, c.color, c.kind, m.member_id
    from (select present() as at offset 0) clock cross join account a cross join customer c left join membership m on m.account_id = a.id and m.customer_id = c.id
    where a.id = p_account and not a.disabled and c.kind <> 'PROVIDER' and (not c.disabled or takes_leave(c.id, m.member_id)) and (
      (m.active and not m.visiting and not m.awaits_proof
        and coalesce(m.starts_on <= day_in(clock.at, c.time_zone), true) and coalesce(m.ends_on >= day_in(clock.at, c.time_zone), true))
      or a.admin_type in ('ROOT', 'SUPPORT') or a.instance_id = c.instance_id or (a.admin_type = 'STAFF_PLUS' and c.kind = 'CATALOG'))
  $$;

-- Its people are told that it is closed in place of being sent to a provider that would let them in nowhere; those who may still take leave are sent there.
create or replace function sso_route(p_email text) returns table (key uuid, name text, suspended boolean)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select s.key, c.name, k.disabled and not exists (select 1 from account a join membership m on m.account_id = a.id and m.customer_id = k.id and m.active
        where lower(a.email) = lower(p_email) and takes_leave(k.id, m.member_id))
    from auth_config c join auth_config_state s on s.customer_id = c.customer_id and s.config_id = c.id join customer k on k.id = c.customer_id
    where c.enabled and case when c.sandbox
      then exists (select 1 from auth_config__sandbox_users u join member m on m.customer_id = u.customer_id and m.id = u.target_id join account a on a.id = m.account_id
        where u.customer_id = c.customer_id and u.owner_id = c.id and lower(m.email) = lower(p_email) and not m.disabled and not m.archived
          and (c.customer_id = 1 or (a.admin_type is null and a.instance_id is null
            and not exists (select 1 from membership o where o.account_id = a.id and o.customer_id <> c.customer_id and o.active))))
      else exists (select 1 from sso_domain d join auth_config__domains l on l.customer_id = d.customer_id and l.owner_id = d.config_id and lower(l.domain) = d.domain
        where d.domain = lower(substring(p_email from '@([^@]*)$')) and d.customer_id = c.customer_id and d.config_id = c.id) end
    order by k.disabled, c.sandbox desc, c.customer_id, c.id limit 1
  $$;
