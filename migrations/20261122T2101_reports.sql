-- Reports asked for: what of which object, in which format, and how far they are. Who asked fetches the file for a day; then both are forgotten.
create table report_job (
  customer_id bigint not null references customer,
  id uuid not null default gen_random_uuid(),
  member_id bigint not null,
  report text not null,
  object_id bigint not null,
  format text not null check (format in ('pdf', 'docx')),
  request jsonb not null,
  stage text not null default 'waiting' check (stage in ('waiting', 'reading', 'drawing', 'done', 'failed')),
  file_id bigint,
  created_at timestamptz not null default now(),
  primary key (customer_id, id)
);
create index on report_job (customer_id, created_at);
call tenant_policies('report_job');
