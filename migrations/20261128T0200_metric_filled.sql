-- How many values each period of a metric has where it is measured now: what is missing of hundreds of metrics is read from these rows instead of from millions of values.
create table metric_filled (
  customer_id bigint not null references customer,
  metric_id bigint not null,
  period date not null,
  given int not null,
  primary key (customer_id, metric_id, period) include (given),
  foreign key (customer_id, metric_id) references metric (customer_id, id) on delete cascade
);
call tenant_policies('metric_filled');

-- Counted anew for each period that was written. Of a metric that is going, nothing is kept.
create function count_metric_filled(customers bigint[], metrics bigint[], periods date[]) returns void language sql as $$
  insert into metric_filled as f (customer_id, metric_id, period, given)
    select g.customer_id, g.metric_id, g.period, (select count(v.value) from metric_value v
        join metric__perimeters l on l.customer_id = v.customer_id and l.owner_id = v.metric_id and l.target_id = v.perimeter_id
        where v.customer_id = g.customer_id and v.metric_id = g.metric_id and v.period = g.period)
    from unnest(customers, metrics, periods) as g (customer_id, metric_id, period)
    where exists (select from metric m where m.customer_id = g.customer_id and m.id = g.metric_id)
    order by 1, 2, 3
  on conflict (customer_id, metric_id, period) do update set given = excluded.given where f.given <> excluded.given
$$;

create function keep_metric_filled() returns trigger language plpgsql as $$
declare
  customers bigint[];
  metrics bigint[];
  periods date[];
begin
  if tg_table_name = 'metric_value' then
    select array_agg(c.customer_id), array_agg(c.metric_id), array_agg(c.period) into customers, metrics, periods
      from (select distinct customer_id, metric_id, period from changed) c;
  else
    select array_agg(c.customer_id), array_agg(c.metric_id), array_agg(c.period) into customers, metrics, periods
      from (select distinct v.customer_id, v.metric_id, v.period from changed l
        join metric_value v on v.customer_id = l.customer_id and v.metric_id = l.owner_id and v.perimeter_id = l.target_id) c;
  end if;
  if customers is not null then
    perform count_metric_filled(customers, metrics, periods);
  end if;
  return null;
end $$;

create trigger filled_added after insert on metric_value referencing new table as changed for each statement execute function keep_metric_filled();
create trigger filled_changed after update on metric_value referencing new table as changed for each statement execute function keep_metric_filled();
create trigger filled_ended after delete on metric_value referencing old table as changed for each statement execute function keep_metric_filled();
create trigger filled_added after insert on metric__perimeters referencing new table as changed for each statement execute function keep_metric_filled();
create trigger filled_ended after delete on metric__perimeters referencing old table as changed for each statement execute function keep_metric_filled();
-- Also where foreign keys are not looked at.
alter table metric_value enable always trigger filled_added, enable always trigger filled_changed, enable always trigger filled_ended;
alter table metric__perimeters enable always trigger filled_added, enable always trigger filled_ended;

-- What there is already. The owner of the tables is held to a customer too, unless it is told otherwise for a moment.
alter table metric_value no force row level security;
alter table metric__perimeters no force row level security;
alter table metric_filled no force row level security;
insert into metric_filled (customer_id, metric_id, period, given)
  select v.customer_id, v.metric_id, v.period, count(v.value) filter (where l.target_id is not null)
  from metric_value v left join metric__perimeters l on l.customer_id = v.customer_id and l.owner_id = v.metric_id and l.target_id = v.perimeter_id
  group by v.customer_id, v.metric_id, v.period;
alter table metric_value force row level security;
alter table metric__perimeters force row level security;
alter table metric_filled force row level security;

-- Periods as `areas/metrics/contract/period.ts` computes them, for lists that are asked by what is missing; a test holds one to the other.
create function metric_period(periodicity text, day date) returns date immutable language sql as $$
  select case periodicity
    when 'DAILY' then day
    when 'WEEKLY' then date_trunc('week', day::timestamp)::date
    when 'MONTHLY' then date_trunc('month', day::timestamp)::date
    when 'QUARTERLY' then date_trunc('quarter', day::timestamp)::date
    when 'SEMESTERLY' then make_date(extract(year from day)::int, case when extract(month from day) > 6 then 7 else 1 end, 1)
    else date_trunc('year', day::timestamp)::date end
$$;

-- How many periods begin from one to another, both included.
create function metric_periods(periodicity text, from_period date, to_period date) returns int immutable language sql as $$
  select greatest(0, 1 + case periodicity
    when 'DAILY' then to_period - from_period
    when 'WEEKLY' then (to_period - from_period) / 7
    else ((extract(year from to_period) - extract(year from from_period)) * 12 + extract(month from to_period) - extract(month from from_period))::int
      / case periodicity when 'MONTHLY' then 1 when 'QUARTERLY' then 3 when 'SEMESTERLY' then 6 else 12 end end)
$$;

-- The open periods that are over: the first and the last of them, how many, the last one of which values are late, and up to that one how many; as `overdue` in `contract/standing.ts`.
create function metric_window(periodicity text, start_date date, history_size int, due_days int, today date)
    returns table (first_period date, last_period date, periods int, late_to date, late_periods int) stable rows 1 language sql as $$
  select w.first_period, w.last_period, metric_periods(periodicity, w.first_period, w.last_period), w.late_to, metric_periods(periodicity, w.first_period, w.late_to)
  from (select case periodicity when 'DAILY' then interval '1 day' when 'WEEKLY' then interval '7 days' when 'MONTHLY' then interval '1 month'
      when 'QUARTERLY' then interval '3 months' when 'SEMESTERLY' then interval '6 months' else interval '1 year' end as step) s,
    lateral (select greatest(metric_period(periodicity, start_date), (metric_period(periodicity, today) - (history_size - 1) * s.step)::date) as first_period,
      (metric_period(periodicity, today) - s.step)::date as last_period, (metric_period(periodicity, today - due_days) - s.step)::date as late_to) w
$$;
