-- Who is sent to an identity provider as soon as they enter their address could do nothing with another password, and gets no mail for one (ACC-50).

/* Takes a request; a row with an account only when one may be written to that has a password of its own and is asked for it. Judged by the job: asking takes as long
   for any address. */
create or replace function take_reset_request(p_id bigint) returns table (account_id bigint, email text, lang text)
  language sql volatile security definer set search_path = public, pg_temp rows 1
  as $$
    with taken as (delete from reset_request where id = p_id returning *)
    select a.id, a.email, a.lang from taken join account a on lower(a.email) = lower(taken.email) and not a.disabled and a.auth_type = 'PASSWORD'
      and not exists (select 1 from sso_route(a.email))
  $$;
