-- Whether a key would be known if its customer were not suspended: whoever comes with it is told so. Its table may come later than this: it is looked for when it is asked.
create function key_suspended(p_customer bigint, p_hash bytea) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$ begin
    return exists (select 1 from api_key_secret s join customer c on c.id = s.customer_id and c.disabled where s.customer_id = p_customer and s.hash = p_hash);
  end $$;
revoke all on function key_suspended from public;
grant execute on function key_suspended to vigie_app;
