-- Who comes in by their organisation's identity provider comes in by nothing else: that is where the organisation lets them go.

create or replace function mfa_of_address(p_email text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select a.mfa_enabled from account a where lower(a.email) = lower(p_email) and a.password_hash is not null and a.auth_type = 'PASSWORD' $$;

-- A key with where its holder signs in; no row for unknown keys.
create or replace function passkey_lookup(p_credential text, p_now timestamptz)
  returns table (id bigint, account_id bigint, public_key bytea, counter bigint, disabled boolean, customer_id bigint, member_id bigint)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select k.id, k.account_id, k.public_key, k.counter, a.disabled, place.customer_id, place.member_id
    from passkey k join account a on a.id = k.account_id left join lateral sign_in_place(a.id, p_now::date) as place on true
    where k.credential_id = p_credential and a.auth_type = 'PASSWORD'
  $$;
