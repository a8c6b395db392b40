-- What an organisation is compared by: its sector with the branch, its country, and whether it takes part. The moment tells from which release on that holds.
alter table customer
  add column sector_high text check (length(sector_high) <= 40),
  add column sector_low text check (length(sector_low) <= 40),
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column benchmark_out boolean not null default false,
  add column benchmark_changed_at timestamptz;
grant update (sector_high, sector_low, country, benchmark_out, benchmark_changed_at) on customer to vigie_app;

-- What an organisation brings to the release of a quarter: its score by framework, and by theme of it ('' for the whole).
create table benchmark_entry (
  customer_id bigint not null references customer,
  quarter text not null check (quarter ~ '^\d{4}-[1-4]$'),
  framework text not null,
  theme text not null default '',
  sector_high text not null,
  sector_low text not null,
  country text not null,
  score numeric(9, 6) not null check (score between 0 and 100),
  -- In which groups that were published it counts: what the release after it is compared with.
  counted text[] not null default '{}',
  primary key (customer_id, quarter, framework, theme)
);
call tenant_policies('benchmark_entry', 'select, insert, delete');

-- The release alone brings organisations together, as the provider, and writes down where each counted.
create policy provider_benchmark_read on benchmark_entry for select to vigie_provider using (true);
create policy provider_benchmark_write on benchmark_entry for update to vigie_provider using (true) with check (true);
grant select, update (counted) on benchmark_entry to vigie_provider;

-- A release is made once and stays as it is: nobody may change or remove what was published.
create table benchmark_release (
  quarter text primary key check (quarter ~ '^\d{4}-[1-4]$'),
  -- Until when scores count in it.
  as_of date not null,
  published_at timestamptz not null default moment()
);
grant select on benchmark_release to vigie_app, vigie_provider;
grant insert on benchmark_release to vigie_provider;

-- What a release tells of a group of five organisations or more. Nothing in it names one.
create table benchmark_cell (
  quarter text not null references benchmark_release,
  framework text not null,
  theme text not null default '',
  -- As `areas/benchmark/contract/levels.ts` writes a group.
  peers text not null,
  band text not null check (band in ('FROM_5', 'FROM_10', 'FROM_20', 'FROM_30')),
  lower int not null check (lower between 0 and 100),
  median int not null check (median between 0 and 100),
  upper int not null check (upper between 0 and 100),
  primary key (quarter, framework, theme, peers)
);
grant select on benchmark_cell to vigie_app, vigie_provider;
grant insert on benchmark_cell to vigie_provider;
