-- Tickets of an organisation whose connectors or integrations were withdrawn rest, as those of a suspended one do; once that is over, what changed meanwhile is told.
create or replace function tickets_behind(p_now timestamptz) returns table (due_customer bigint, due_connector bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select t.customer_id, t.connector_id from ticket_turn t join customer c on c.id = t.customer_id and not c.disabled
      and 'INTEGRATION' = any(c.features) and coalesce((c.properties->>'connector_allowed')::boolean, true)
    where exists (select 1 from audit_head h where h.customer_id = t.customer_id and h.seq > t.seq)
      and (t.held_until is null or t.held_until <= p_now) and (t.retry_at is null or t.retry_at <= p_now)
      and exists (select 1 from ticket_join j where j.customer_id = t.customer_id and j.connector_id = t.connector_id and j.enabled)
      and exists (select 1 from customer_connector k where k.customer_id = t.customer_id and k.id = t.connector_id and not k.paused)
$$;
