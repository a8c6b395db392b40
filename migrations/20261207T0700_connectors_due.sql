-- How often in a row a run was cut off before it. Attempts count whatever failed as well, and do not tell that.
alter table connector_job add column cuts int not null default 0;

-- Connectors that are due, whose run was cut off or whose worker does not come for its run within a period, a day at most, the customers taking turns: of each its longest waiting first, then each
-- one's second. None of a suspended customer nor of one that has no connectors any more, none that another server runs.
create or replace function connectors_due(p_now timestamptz, p_most int) returns table (due_customer bigint, due_connector bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  with waiting as (
    select k.customer_id, k.id, least(case when j.id is null or j.held_until <= p_now then s.next_at end, j.asked_at) as since
      from customer_connector k
        join connector_state s on s.customer_id = k.customer_id and s.connector_id = k.id
        left join connector_job j on j.customer_id = k.customer_id and j.connector_id = k.id and j.ended_at is null
      where (j.id is null and s.next_at <= p_now and not k.paused) or (j.status = 'IN_PROGRESS' and (j.held_until is null or j.held_until <= p_now))
        or (j.status = 'PENDING' and j.asked_at <= p_now - case k.periodicity when 'HOURLY' then interval '1 hour' else interval '1 day' end))
  select w.customer_id, w.id from waiting w join customer c on c.id = w.customer_id and not c.disabled
      and 'INTEGRATION' = any(c.features) and coalesce((c.properties->>'connector_allowed')::boolean, true)
    order by row_number() over (partition by w.customer_id order by w.since, w.id), w.since, w.customer_id limit p_most
$$;

-- In which register a finding is a gap: in that of its connector as it was then, which may be another one by now.
alter table connector_finding add column register_id bigint;
update connector_finding f set register_id = k.register_id from customer_connector k where k.customer_id = f.customer_id and k.id = f.connector_id and f.as_gap;
