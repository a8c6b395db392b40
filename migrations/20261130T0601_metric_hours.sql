-- Values by the hour: of each day as many as it has hours in the organisation's time zone, counted from midnight. What a day amounts to is worked out of them and kept where values of days are.
alter table metric drop constraint metric_periodicity_check,
  add constraint metric_periodicity_check check (periodicity in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY')),
  -- By the hour is what somebody gives: what is worked out or counted is known by the day.
  add constraint metric_hours_given check (periodicity <> 'HOURLY' or (formula is null and internal_metric is null));
alter table indicator drop constraint indicator_periodicity_check,
  add constraint indicator_periodicity_check check (periodicity in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'));
alter table metric_model drop constraint metric_model_periodicity_check,
  add constraint metric_model_periodicity_check check (periodicity in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'));
alter table indicator_model drop constraint indicator_model_periodicity_check,
  add constraint indicator_model_periodicity_check check (periodicity in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'));

create table metric_hour (
  customer_id bigint not null references customer,
  metric_id bigint not null,
  perimeter_id bigint not null,
  day date not null,
  -- A day has 23 to 25 hours.
  hour smallint not null check (hour between 0 and 24),
  value numeric,
  comment text check (length(comment) <= 1000),
  source text not null check (source in ('MANUAL', 'IMPORT', 'CONNECTOR', 'API', 'AUTO')),
  version int not null default 1,
  author_id bigint,
  valid_from timestamptz not null default moment(),
  check (comment is null or value is not null),
  primary key (customer_id, metric_id, perimeter_id, day, hour),
  foreign key (customer_id, metric_id) references metric (customer_id, id) on delete cascade,
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, author_id) references member (customer_id, id)
);
create index on metric_hour (customer_id, metric_id, day) include (perimeter_id, hour, value);
create index on metric_hour (customer_id, perimeter_id);
create index on metric_hour (customer_id, author_id);
call tenant_policies('metric_hour');
call history_table('metric_hour');
alter table metric_hour_history add primary key (customer_id, metric_id, perimeter_id, day, hour, version);
call tenant_policies('metric_hour_history', 'select, insert');

-- Whether nothing of it is missing: a day of which some hours are not given yet has a value, and is still waited for.
alter table metric_value add column whole boolean not null default true;
alter table metric_value_history add column whole boolean not null default true;

create or replace function count_metric_filled(customers bigint[], metrics bigint[], periods date[]) returns void language sql as $$
  insert into metric_filled as f (customer_id, metric_id, period, given)
    select g.customer_id, g.metric_id, g.period, (select count(v.value) filter (where v.whole) from metric_value v
        join metric__perimeters l on l.customer_id = v.customer_id and l.owner_id = v.metric_id and l.target_id = v.perimeter_id
        where v.customer_id = g.customer_id and v.metric_id = g.metric_id and v.period = g.period)
    from unnest(customers, metrics, periods) as g (customer_id, metric_id, period)
    where exists (select from metric m where m.customer_id = g.customer_id and m.id = g.metric_id)
    order by 1, 2, 3
  on conflict (customer_id, metric_id, period) do update set given = excluded.given where f.given <> excluded.given
$$;

-- As `contract/period.ts` says it, what is measured by the hour is known by its day.
create or replace function metric_period(periodicity text, day date) returns date immutable language sql as $$
  select case periodicity
    when 'HOURLY' then day
    when 'DAILY' then day
    when 'WEEKLY' then date_trunc('week', day::timestamp)::date
    when 'MONTHLY' then date_trunc('month', day::timestamp)::date
    when 'QUARTERLY' then date_trunc('quarter', day::timestamp)::date
    when 'SEMESTERLY' then make_date(extract(year from day)::int, case when extract(month from day) > 6 then 7 else 1 end, 1)
    else date_trunc('year', day::timestamp)::date end
$$;
create or replace function metric_periods(periodicity text, from_period date, to_period date) returns int immutable language sql as $$
  select greatest(0, 1 + case
    when periodicity in ('HOURLY', 'DAILY') then to_period - from_period
    when periodicity = 'WEEKLY' then (to_period - from_period) / 7
    else ((extract(year from to_period) - extract(year from from_period)) * 12 + extract(month from to_period) - extract(month from from_period))::int
      / case periodicity when 'MONTHLY' then 1 when 'QUARTERLY' then 3 when 'SEMESTERLY' then 6 else 12 end end)
$$;
create or replace function metric_window(periodicity text, start_date date, history_size int, due_days int, today date)
    returns table (first_period date, last_period date, periods int, late_to date, late_periods int) stable rows 1 language sql as $$
  select w.first_period, w.last_period, metric_periods(periodicity, w.first_period, w.last_period), w.late_to, metric_periods(periodicity, w.first_period, w.late_to)
  from (select case periodicity when 'HOURLY' then interval '1 day' when 'DAILY' then interval '1 day' when 'WEEKLY' then interval '7 days' when 'MONTHLY' then interval '1 month'
      when 'QUARTERLY' then interval '3 months' when 'SEMESTERLY' then interval '6 months' else interval '1 year' end as step) s,
    lateral (select greatest(metric_period(periodicity, start_date), (metric_period(periodicity, today) - (history_size - 1) * s.step)::date) as first_period,
      (metric_period(periodicity, today) - s.step)::date as last_period, (metric_period(periodicity, today - due_days) - s.step)::date as late_to) w
$$;
