-- What administrators of users may see of how these come in, and two corrections to what accounts keep.

/* Whether a member of the current customer is locked out for now, and whether more than a password is asked of them. The latter only of those who have been here: of
   others it would tell that the address has an account elsewhere. */
create function member_entry(p_member bigint) returns table (locked boolean, strong boolean)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select exists (select 1 from sign_in_attempt s where s.email = lower(a.email) and s.locked_until > now()),
      (a.mfa_enabled or exists (select 1 from passkey k where k.account_id = a.id))
        and not m.awaits_proof and exists (select 1 from member_sign_in i where i.customer_id = m.customer_id and i.member_id = m.member_id)
    from membership m join account a on a.id = m.account_id
    where m.customer_id = current_customer() and m.member_id = p_member
  $$;
revoke all on function member_entry(bigint) from public;
grant execute on function member_entry(bigint) to vigie_app;

-- Every session of an account that is still good, with where it is.
drop function account_sessions(bigint);
create function account_sessions(p_account bigint, p_now timestamptz, p_idle_since timestamptz)
  returns table (customer_id bigint, customer_name text, token_hash bytea, method text, created_at timestamptz, last_used_at timestamptz, user_agent text)
  language sql stable security definer set search_path = public, pg_temp rows 10
  as $$
    select s.customer_id, c.name, s.token_hash, s.method, s.created_at, s.last_used_at, s.user_agent
    from session s join customer c on c.id = s.customer_id
    where s.account_id = p_account and s.impersonator_id is null and s.expires_at > p_now and s.last_used_at > p_idle_since order by s.last_used_at desc limit 100
  $$;
revoke all on function account_sessions(bigint, timestamptz, timestamptz) from public;
grant execute on function account_sessions(bigint, timestamptz, timestamptz) to vigie_app;

/* Gives an account a password that its holder chose, and remembers the former one. Links to it are worth nothing then; but until the address is proved whoever is
   inside may not be its holder, and must not undo the invitation that would show it. */
create or replace function change_password(p_account bigint, p_password_hash text, p_now timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    insert into former_password select id, password_hash, p_now from account where id = p_account and password_hash is not null on conflict do nothing;
    delete from former_password f where f.account_id = p_account and f.set_at not in (select n.set_at from former_password n where n.account_id = p_account order by n.set_at desc limit 24);
    update account set password_hash = p_password_hash, password_changed_at = p_now, updated_at = now() where id = p_account;
    delete from account_token t using account a where a.id = p_account and t.account_id = a.id and a.verified_at is not null;
  $$;

-- As before, but takes every link away itself: the proof comes with it.
create or replace function reset_password(p_hash bytea, p_password_hash text, p_now timestamptz) returns table (account_id bigint, customer_id bigint, member_id bigint)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  target account;
begin
  select a.* into target from account_token t join account a on a.id = t.account_id where t.token_hash = p_hash and t.expires_at > p_now and not a.disabled for update of t, a;
  if target.id is null then return; end if;
  if target.verified_at is null then
    update account set verified_at = p_now, mfa_activated = false, mfa_enabled = false, mfa_secret = null, mfa_last_step = null where id = target.id;
    delete from passkey k where k.account_id = target.id;
    delete from recovery_code r where r.account_id = target.id;
    update membership m set awaits_proof = false where m.account_id = target.id;
  end if;
  perform change_password(target.id, p_password_hash, p_now);
  delete from sign_in_attempt s where s.email = lower(target.email);
  perform end_sessions(target.id);
  return query select target.id, place.customer_id, place.member_id from (select 1) as one left join lateral sign_in_place(target.id, p_now::date) as place on true;
end $$;
