/* A customer may be suspended: nobody enters, nothing is sent or run, until it is taken up again. `disabled` stays the one thing that is asked, wherever a customer is looked up:
   by its sessions, its schedules, its links, the ways in. Since when and why is for the provider. */
alter table customer
  add column disabled_at timestamptz,
  add column disabled_reason text check (length(disabled_reason) between 1 and 1000);
-- The reason is what tells that one was suspended before its deletion was asked for.
update customer set disabled_at = updated_at, disabled_reason = 'Disabled before reasons were kept' where disabled;

-- What the customer's people hold open ends on every server at once.
create function customer_closed() returns trigger
  language plpgsql as $$
begin
  perform pg_notify('vigie_told', 'closed:' || new.id);
  return null;
end $$;
create trigger closed after update of disabled on customer for each row when (new.disabled and not old.disabled) execute function customer_closed();

-- Jobs of a suspended customer that somebody had queued, by their id in the queue; they go back to it once the customer is taken up again.
create table held_job (
  customer_id bigint not null references customer,
  id uuid not null,
  job text not null,
  data jsonb not null,
  held_at timestamptz not null default moment(),
  primary key (customer_id, id)
);
create index on held_job (customer_id, held_at);
call tenant_policies('held_job', 'select, insert');
create policy provider_held on held_job to vigie_provider using (true) with check (true);
grant select, update, delete on held_job to vigie_provider;

-- Whether an account would come in if the customers that it belongs to were not suspended; asked once it has been proved.
create function only_suspended(p_account bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (select 1 from membership m join customer c on c.id = m.customer_id
      where m.account_id = p_account and m.active and not m.awaits_proof and not m.visiting and c.disabled)
  $$;
revoke all on function only_suspended from public;
grant execute on function only_suspended to vigie_app;

-- As before, and whether the customer is suspended: its people are told so in place of being sent to a provider that would let them in nowhere.
drop function sso_route(text);
create function sso_route(p_email text) returns table (key uuid, name text, suspended boolean)
  language sql stable security definer set search_path = public, pg_temp rows 1
  as $$
    select s.key, c.name, k.disabled from auth_config c join auth_config_state s on s.customer_id = c.customer_id and s.config_id = c.id join customer k on k.id = c.customer_id
    where c.enabled and case when c.sandbox
      then exists (select 1 from auth_config__sandbox_users u join member m on m.customer_id = u.customer_id and m.id = u.target_id join account a on a.id = m.account_id
        where u.customer_id = c.customer_id and u.owner_id = c.id and lower(m.email) = lower(p_email) and not m.disabled and not m.archived
          and (c.customer_id = 1 or (a.admin_type is null and a.instance_id is null
            and not exists (select 1 from membership o where o.account_id = a.id and o.customer_id <> c.customer_id and o.active))))
      else exists (select 1 from sso_domain d join auth_config__domains l on l.customer_id = d.customer_id and l.owner_id = d.config_id and lower(l.domain) = d.domain
        where d.domain = lower(substring(p_email from '@([^@]*)$')) and d.customer_id = c.customer_id and d.config_id = c.id) end
    order by k.disabled, c.sandbox desc, c.customer_id, c.id limit 1
  $$;
revoke all on function sso_route(text) from public;
grant execute on function sso_route(text) to vigie_app;
