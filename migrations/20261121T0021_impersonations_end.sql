-- Ends every session of an account, but for the one given; those in which it acts as somebody else are its too.
create or replace function end_sessions(p_account bigint, p_except bytea default null) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$ delete from session where (account_id = p_account or impersonator_account_id = p_account) and token_hash is distinct from p_except $$;

-- Members of the current customer who may come in and whose address is known to be theirs: proved by a mail, or used to sign in since before that was asked.
create or replace function reachable_members(p_day date) returns table (member_id bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.member_id from membership m join account a on a.id = m.account_id
    where m.customer_id = current_customer() and m.active and not m.visiting and not m.awaits_proof
      and coalesce(m.starts_on <= p_day, true) and coalesce(m.ends_on >= p_day, true)
      and not a.disabled and (a.verified_at is not null or a.last_sign_in_at is not null)
  $$;
