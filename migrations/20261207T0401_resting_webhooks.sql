-- A receiver that takes nothing rests as a whole, longer each time; since when it has failed says when its webhook is switched off (docs/decisions/0126).
create table webhook_rest (
  customer_id bigint not null references customer,
  webhook_id bigint not null,
  failures int not null,
  since timestamptz not null,
  until timestamptz not null,
  primary key (customer_id, webhook_id),
  foreign key (customer_id, webhook_id) references webhook (customer_id, id) on delete cascade
);
call tenant_policies('webhook_rest');

-- One for which more waits than it will ever be sent is switched off, too.
alter table webhook drop constraint webhook_off_reason_check;
alter table webhook add constraint webhook_off_reason_check check (off_reason in ('FAILED', 'GONE', 'FULL'));

-- As before, and nothing but what somebody asks for by hand while its receiver rests.
create or replace function webhooks_waiting(p_now timestamptz) returns table (due_customer bigint, due_webhook bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select w.customer_id, w.id from webhook w join customer c on c.id = w.customer_id and not c.disabled
    left join webhook_rest r on r.customer_id = w.customer_id and r.webhook_id = w.id
    where not exists (select 1 from webhook_turn t where t.customer_id = w.customer_id and t.webhook_id = w.id and t.until > p_now)
      and exists (select 1 from webhook_delivery d where d.customer_id = w.customer_id and d.webhook_id = w.id and d.state = 'WAITING' and d.next_at <= p_now
        and (d.held_until is null or d.held_until <= p_now) and (d.forced or (not w.paused and w.off_since is null and (r.until is null or r.until <= p_now))))
$$;
