-- Doors that somebody could have left ajar for later: staff who are staff no more, accounts that others made, sessions that are carried on elsewhere.

-- When a session from which somebody acts as another would have ended: back as themselves they go on no longer than that.
alter table session add column return_until timestamptz;

/* The customer that somebody signs into: the last one they used, else their first, else nowhere. Whoever only visited comes back as long as they may visit: a member
   that staff left behind is no way in for those who are staff no more. */
create or replace function sign_in_place(p_account bigint, p_day date) returns table (customer_id bigint, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select m.customer_id, m.member_id from membership m join account a on a.id = m.account_id join customer c on c.id = m.customer_id
    where m.account_id = p_account and m.active and not m.awaits_proof and not c.disabled
      and coalesce(m.starts_on <= p_day, true) and coalesce(m.ends_on >= p_day, true)
      and (not m.visiting or (m.customer_id = a.last_customer_id
        and (a.admin_type in ('ROOT', 'SUPPORT') or a.instance_id = c.instance_id or (a.admin_type = 'STAFF_PLUS' and c.kind = 'CATALOG'))))
    order by m.customer_id is distinct from a.last_customer_id, c.kind <> 'PROVIDER', c.name, c.id limit 1
  $$;

/* Ties a member of the current customer to their account; `p_active` says whether they may come in here, and between which days. An account that another
   customer made and nobody has proved yet waits for that proof, and so does one for which somebody has chosen a password, although they may have left since:
   else whoever chose it could come in here. */
create or replace function set_membership(p_account bigint, p_member bigint, p_visiting boolean, p_active boolean, p_starts date default null, p_ends date default null) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into membership (account_id, customer_id, member_id, visiting, active, starts_on, ends_on, awaits_proof)
    select p_account, current_customer(), p_member, p_visiting, p_active, p_starts, p_ends,
      not p_visiting and exists (select 1 from account a where a.id = p_account and a.verified_at is null
        and (a.password_hash is not null
          or exists (select 1 from membership o where o.account_id = p_account and o.customer_id <> current_customer() and not o.visiting)))
    on conflict (account_id, customer_id) do update set member_id = excluded.member_id, visiting = excluded.visiting, active = excluded.active,
      starts_on = excluded.starts_on, ends_on = excluded.ends_on
  $$;
