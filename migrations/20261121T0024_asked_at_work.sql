-- Strong authentication that begins to be required is asked of people at work, not at their next sign-in alone.

/* Leads open sessions to strong authentication where it has come to be enforced, as signing in would: those that a password alone opened, of people who have verified
   nothing yet. Where it has been switched off nobody is kept waiting for it. Who acts in another's name cannot do it for them and is not asked. */
create function ask_strong_authentication() returns trigger
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  concerned bigint[];
begin
  if tg_table_name = 'customer' then concerned := array[new.id];
  else select array_agg(c.id) into concerned from customer c where c.instance_id = new.id;
  end if;
  -- Accounts before sessions, as signing in has it.
  update account a set mfa_activated = true, updated_at = now()
    where not a.mfa_activated and exists (select 1 from session s where s.account_id = a.id and s.customer_id = any(concerned) and s.method = 'PASSWORD'
      and s.impersonator_id is null and s.expires_at > now() and mfa_mode_of(s.customer_id) = 'ENFORCED');
  update session s set pending = array_prepend('MFA', s.pending) from account a
    where a.id = s.account_id and not a.mfa_enabled and s.customer_id = any(concerned) and s.method = 'PASSWORD'
      and s.impersonator_id is null and s.expires_at > now() and mfa_mode_of(s.customer_id) = 'ENFORCED' and not 'MFA' = any(s.pending);
  update session s set pending = array_remove(s.pending, 'MFA')
    where s.customer_id = any(concerned) and 'MFA' = any(s.pending) and mfa_mode_of(s.customer_id) = 'DISABLED';
  return null;
end $$;
revoke all on function ask_strong_authentication() from public;

create trigger customer_mfa_mode after update of mfa_mode, instance_id on customer for each row
  when (new.mfa_mode is distinct from old.mfa_mode or new.instance_id <> old.instance_id) execute function ask_strong_authentication();
create trigger instance_mfa_mode after update of mfa_mode on instance for each row
  when (new.mfa_mode <> old.mfa_mode) execute function ask_strong_authentication();

/* Notes a sign-in, or a change of customer, into the current customer, as before; where strong authentication is switched off, one that was begun and never verified
   is not asked for. */
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
      returning a.*, place.max_age, place.terms_version as terms, place.mfa_mode),
    forgiven as (delete from sign_in_attempt s using signed where s.email = lower(signed.email) and not p_tied),
    -- Sessions that were left and not ended go as others begin.
    swept as (delete from session s where (s.customer_id, s.token_hash) in
      (select o.customer_id, o.token_hash from session o where o.expires_at < p_now order by o.expires_at limit 20 for update skip locked))
    select case when not p_tied then signed.admin_type end, case when not p_tied then signed.instance_id end,
      array_remove(array[
        case when p_method = 'PASSWORD' and signed.mfa_activated and not signed.mfa_enabled and signed.mfa_mode <> 'DISABLED' then 'MFA' end,
        case when p_method = 'PASSWORD' and (signed.password_changed_at is null
          or (signed.max_age > 0 and signed.password_changed_at < p_now - make_interval(days => signed.max_age))) then 'PASSWORD' end,
        case when signed.terms_version < signed.terms then 'TERMS' end], null)
    from signed
  $$;
