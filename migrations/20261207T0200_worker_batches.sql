-- A run that a worker has taken: whose it is, under which hold, how many pieces of what it brought are here, and how it ended there. What it brought is written by the server when all of it is here.
create table worker_run (
  customer_id bigint not null references customer,
  job_id bigint not null,
  worker_id bigint not null,
  holder uuid not null,
  taken_at timestamptz not null default moment(),
  next_seq int not null default 0 check (next_seq >= 0),
  bytes bigint not null default 0,
  delivered_at timestamptz,
  fault jsonb,
  primary key (customer_id, job_id),
  foreign key (customer_id, job_id) references connector_job (customer_id, id) on delete cascade,
  foreign key (customer_id, worker_id) references worker (customer_id, id) on delete cascade
);
create index on worker_run (customer_id, worker_id);
call tenant_policies('worker_run');

-- The pieces, packed, each once.
create table worker_batch (
  customer_id bigint not null references customer,
  job_id bigint not null,
  seq int not null,
  body bytea not null,
  primary key (customer_id, job_id, seq),
  foreign key (customer_id, job_id) references worker_run (customer_id, job_id) on delete cascade
);
call tenant_policies('worker_batch');

-- Somebody asked it to renew its file.
alter table worker_seen add column update_asked_at timestamptz;
