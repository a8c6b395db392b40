-- Services that values, findings and tickets come from (docs/decisions/0123). What a service is stands in the code; here is which of them the installation does without.
create table connector_withheld (
  identifier text primary key check (identifier ~ '^[A-Z][A-Z0-9_]{1,39}$'),
  withheld_at timestamptz not null default moment()
);
grant select on connector_withheld to vigie_app;
grant select, insert, update, delete on connector_withheld to vigie_provider;

-- What runs connectors inside a customer's own network. Its tokens stand apart, as digests.
create table worker (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name text not null collate "und-x-icu",
  maker_id bigint not null,
  revoked_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, maker_id) references member (customer_id, id)
);
create index on worker (customer_id, name);
create index on worker (customer_id, maker_id);
call entity_table('worker');

create table worker_secret (
  customer_id bigint not null references customer,
  worker_id bigint not null,
  hash bytea not null check (length(hash) = 32),
  made_at timestamptz not null default moment(),
  primary key (customer_id, hash),
  foreign key (customer_id, worker_id) references worker (customer_id, id) on delete cascade
);
create index on worker_secret (customer_id, worker_id);
call tenant_policies('worker_secret');

-- When a worker came last, and the version of its file.
create table worker_seen (
  customer_id bigint not null references customer,
  worker_id bigint not null,
  last_seen_at timestamptz not null,
  agent_version text check (length(agent_version) <= 40),
  primary key (customer_id, worker_id),
  foreign key (customer_id, worker_id) references worker (customer_id, id) on delete cascade
);
call tenant_policies('worker_seen');

create table customer_connector (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name text not null collate "und-x-icu",
  connector text not null,
  maker_id bigint not null,
  settings jsonb not null,
  feeds jsonb not null,
  register_id bigint,
  least_score int check (least_score between 0 and 100),
  mapping jsonb,
  periodicity text not null default 'DAILY' check (periodicity in ('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY')),
  run_at text not null,
  worker_id bigint,
  paused boolean not null default false,
  primary key (customer_id, id),
  foreign key (customer_id, maker_id) references member (customer_id, id),
  foreign key (customer_id, register_id) references gap_register (customer_id, id),
  foreign key (customer_id, worker_id) references worker (customer_id, id)
);
create index on customer_connector (customer_id, name);
create index on customer_connector (customer_id, maker_id);
create index on customer_connector (customer_id, register_id);
create index on customer_connector (customer_id, worker_id);
call entity_table('customer_connector');
call link_table('customer_connector', 'perimeters', 'perimeter');

-- What nobody reads again: the secret fields of a configuration, sealed together.
create table customer_connector_secret (
  customer_id bigint not null references customer,
  connector_id bigint not null,
  sealed text not null,
  made_at timestamptz not null default moment(),
  primary key (customer_id, connector_id),
  foreign key (customer_id, connector_id) references customer_connector (customer_id, id) on delete cascade
);
call tenant_policies('customer_connector_secret');

-- How a connector stands: when it runs next, when it last ran well and what that left to begin from, since when and how often it has failed.
create table connector_state (
  customer_id bigint not null references customer,
  connector_id bigint not null,
  next_at timestamptz,
  good_at timestamptz,
  good_job_id bigint,
  since text check (length(since) <= 4000),
  failing_since timestamptz,
  failures int not null default 0,
  primary key (customer_id, connector_id),
  foreign key (customer_id, connector_id) references customer_connector (customer_id, id) on delete cascade
);
create index on connector_state (next_at) where next_at is not null;
call tenant_policies('connector_state');

-- Runs. One that is in progress belongs to whoever holds it until a moment, which is moved on while it lasts; one without holder waits for its turn, a pending one for its worker.
create table connector_job (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  connector_id bigint not null,
  source text not null check (source in ('MANUAL', 'SCHEDULE')),
  status text not null check (status in ('IN_PROGRESS', 'PENDING', 'SUCCESS', 'WARNING', 'FAILED')),
  attempt int not null default 1,
  asked_at timestamptz not null default moment(),
  asked_by bigint,
  started_at timestamptz,
  ended_at timestamptz,
  holder uuid,
  held_until timestamptz,
  counts jsonb not null default '{}',
  lines jsonb not null default '[]',
  error text,
  told text check (length(told) <= 1000),
  primary key (customer_id, id),
  foreign key (customer_id, connector_id) references customer_connector (customer_id, id) on delete cascade,
  check ((status in ('IN_PROGRESS', 'PENDING')) = (ended_at is null)),
  check (jsonb_typeof(counts) = 'object' and jsonb_typeof(lines) = 'array')
);
create index on connector_job (customer_id, connector_id, id desc);
create unique index connector_job_one on connector_job (customer_id, connector_id) where ended_at is null;
create index on connector_job (ended_at);
call tenant_policies('connector_job');

-- Which run a value of a metric came with, the last one.
create table connector_value (
  customer_id bigint not null references customer,
  metric_id bigint not null,
  perimeter_id bigint not null,
  period text not null check (length(period) between 10 and 13),
  connector_id bigint not null,
  job_id bigint not null,
  value numeric not null,
  brought_at timestamptz not null,
  primary key (customer_id, metric_id, perimeter_id, period),
  foreign key (customer_id, metric_id) references metric (customer_id, id) on delete cascade,
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id) on delete cascade,
  foreign key (customer_id, connector_id) references customer_connector (customer_id, id) on delete cascade
);
create index on connector_value (customer_id, connector_id);
create index on connector_value (customer_id, perimeter_id);
call tenant_policies('connector_value');

-- What a connector last told of each thing that it found, by a digest of all it said: what is told again unchanged costs a look into an index.
create table connector_finding (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  connector_id bigint not null,
  key text not null check (length(key) <= 255),
  found_by text not null check (length(found_by) <= 255),
  digest bytea not null check (length(digest) = 16),
  is_there boolean not null,
  as_gap boolean not null,
  code text check (length(code) <= 255),
  cves text[] not null default '{}',
  primary key (customer_id, id),
  foreign key (customer_id, connector_id) references customer_connector (customer_id, id) on delete cascade
);
create unique index connector_finding_key on connector_finding (customer_id, connector_id, key);
create index connector_finding_cves on connector_finding using gin (cves) where is_there and cves <> '{}';
call tenant_policies('connector_finding');

-- What is known of vulnerabilities that something here has.
create table known_vulnerability (
  customer_id bigint not null references customer,
  cve text not null check (cve ~ '^CVE-[0-9]{4}-[0-9]{4,10}$'),
  exploited_since date,
  probability numeric check (probability between 0 and 1),
  probability_on date,
  primary key (customer_id, cve),
  check ((probability is null) = (probability_on is null))
);
call tenant_policies('known_vulnerability');

-- Connectors that are due or whose run was cut off, the customers taking turns: of each its longest waiting first, then each one's second. None of a suspended customer, none that another server runs.
create function connectors_due(p_now timestamptz, p_most int) returns table (due_customer bigint, due_connector bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  with waiting as (
    select k.customer_id, k.id, least(case when j.id is null or j.held_until <= p_now then s.next_at end, j.asked_at) as since
      from customer_connector k
        join connector_state s on s.customer_id = k.customer_id and s.connector_id = k.id
        left join connector_job j on j.customer_id = k.customer_id and j.connector_id = k.id and j.ended_at is null
      where (j.id is null and s.next_at <= p_now and not k.paused) or (j.status = 'IN_PROGRESS' and (j.held_until is null or j.held_until <= p_now)))
  select w.customer_id, w.id from waiting w join customer c on c.id = w.customer_id and not c.disabled
    order by row_number() over (partition by w.customer_id order by w.since, w.id), w.since, w.customer_id limit p_most
$$;
revoke all on function connectors_due(timestamptz, int) from public;
grant execute on function connectors_due(timestamptz, int) to vigie_provider;

-- A review may be about a connector whose runs fail.
alter table review add column target_customer_connector_id bigint;
alter table review_history add column target_customer_connector_id bigint;
alter table review add foreign key (customer_id, target_customer_connector_id) references customer_connector (customer_id, id);
create index on review (customer_id, target_customer_connector_id);
do $$
declare
  one text;
begin
  select conname into strict one from pg_constraint where conrelid = 'review'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%target_auth_config_id%';
  execute format('alter table review drop constraint %I', one);
end $$;
alter table review add check (num_nonnulls(target_measure_id, target_incident_id, target_gap_id, target_exemption_id, target_member_id, target_policy_id, target_program_id,
  target_auth_config_id, target_risk_id, target_isp_project_id, target_evaluation_id, target_customer_connector_id) <= 1);
drop index review_one_open;
create unique index review_one_open on review (customer_id, source, target_type, target_measure_id, target_incident_id, target_gap_id, target_exemption_id,
  target_member_id, target_policy_id, target_program_id, target_auth_config_id, target_risk_id, target_isp_project_id, target_evaluation_id, target_customer_connector_id,
  (case when target_type = 'UPGRADE' then remediation_id end), (coalesce(occasion, 'VERSION'))) nulls not distinct
  where status = 'OPEN';
