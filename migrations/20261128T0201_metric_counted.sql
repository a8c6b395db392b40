-- When a product metric was last counted in an organisation, and in how many perimeters.
create table metric_counted (
  customer_id bigint not null references customer,
  internal_metric text not null,
  places int not null,
  counted_at timestamptz not null default moment(),
  primary key (customer_id, internal_metric)
);
call tenant_policies('metric_counted');

-- The function below, run by the owner, counts across customers; nobody else does, and it names none.
create policy provider_counted on metric_counted for select to current_user using (true);
create policy provider_product_metrics on metric for select to current_user using (internal_metric is not null);

-- How many organisations collect each product metric, in how many perimeters, and when one of them was last counted: told outside of every organisation.
create function product_metric_uses() returns table (internal_metric text, customers int, places int, counted_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.internal_metric, count(distinct m.customer_id)::int, coalesce(sum(n.places), 0)::int, max(n.counted_at)
    from metric m left join metric_counted n on n.customer_id = m.customer_id and n.internal_metric = m.internal_metric
    where m.internal_metric is not null and not m.archived and exists (select from customer c where c.id = current_customer() and c.kind = 'PROVIDER')
    group by m.internal_metric
  $$;
revoke all on function product_metric_uses() from public;
grant execute on function product_metric_uses() to vigie_provider;
