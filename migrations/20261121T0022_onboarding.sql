-- The first steps of a new organisation: how far its pilots are. An organisation that never began has no row.
create table onboarding (
  customer_id bigint primary key references customer,
  -- By the name of the step: DONE or SKIPPED.
  steps jsonb not null default '{}' check (jsonb_typeof(steps) = 'object'),
  dismissed boolean not null default false,
  updated_at timestamptz not null default now()
);
call tenant_policies('onboarding', 'select, insert, update');

-- What an organisation does, in its own words.
alter table customer add column sector text check (length(sector) <= 128);
grant update (sector) on customer to vigie_app;
