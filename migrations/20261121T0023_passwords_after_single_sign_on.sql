/* Takes a link and gives its account the password chosen there, as before; an account that single sign-on had made is then one with a password. Only an administrator's
   invitation can lead there, since nobody gets a link for such an account by having forgotten a password; an identity provider that allows no passwords goes on
   refusing them. */
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
  update account set auth_type = 'PASSWORD' where id = target.id and auth_type <> 'PASSWORD';
  perform change_password(target.id, p_password_hash, p_now);
  delete from sign_in_attempt s where s.email = lower(target.email);
  perform end_sessions(target.id);
  return query select target.id, place.customer_id, place.member_id from (select 1) as one left join lateral sign_in_place(target.id, p_now::date) as place on true;
end $$;
