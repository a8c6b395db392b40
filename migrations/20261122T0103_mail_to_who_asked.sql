-- Mail of the product goes to addresses that somebody has proved, or for which an identity provider vouches; who typed an address and chose a password for it proves
-- nothing, and its holder gets no mail for it.

-- Signed in before addresses were proved: their mail goes on.
alter table account add column known_before boolean not null default false;
update account set known_before = true where verified_at is null and last_sign_in_at is not null;

create or replace function reachable_members(p_day date) returns table (member_id bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.member_id from membership m join account a on a.id = m.account_id
    where m.customer_id = current_customer() and m.active and not m.visiting and not m.awaits_proof
      and coalesce(m.starts_on <= p_day, true) and coalesce(m.ends_on >= p_day, true)
      and not a.disabled and (a.verified_at is not null or a.known_before or (a.last_sign_in_at is not null and a.password_hash is null))
  $$;
