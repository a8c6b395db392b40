-- What the server's services keep: schedules, outgoing mail, and an index for forgetting old rate limits.

-- When each scheduled job is next due in each customer; only the provider's role, which keeps the schedules, sees it.
create table scheduled_run (
  customer_id bigint not null references customer,
  job text not null,
  next_at timestamptz not null,
  primary key (customer_id, job)
);
create index on scheduled_run (next_at);
alter table scheduled_run enable row level security;
alter table scheduled_run force row level security;
create policy provider_schedule on scheduled_run for all to vigie_provider using (true) with check (true);
grant select, insert, update, delete on scheduled_run to vigie_provider;

-- Mail that waits to be sent or, on a server without SMTP, to be read here. Sent mail is deleted: it may hold secrets.
create table outbox_mail (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  to_address text not null,
  lang text not null check (lang in ('en', 'fr')),
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default moment(),
  primary key (customer_id, id)
);
call tenant_policies('outbox_mail');
-- What the provider's staff do may send mail; they write it, and read no more of any than its number.
grant insert, select (customer_id, id) on outbox_mail to vigie_provider;

create index on rate_limit (window_start);
