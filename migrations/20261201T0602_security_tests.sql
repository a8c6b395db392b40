-- Security acceptance tests of a project, with what came of them.
create table isp_project__tests (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  name text not null,
  kind text not null default 'OTHER' check (kind in ('INTRUSION', 'CONFIGURATION', 'CODE', 'VULNERABILITIES', 'RECOVERY', 'OTHER')),
  planned_on date,
  done_on date,
  result text check (result in ('PASSED', 'FAILED', 'NOT_DONE')),
  note text,
  evidence_id bigint,
  gap_id bigint,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references isp_project (customer_id, id) on delete cascade,
  foreign key (customer_id, evidence_id) references evidence (customer_id, id),
  foreign key (customer_id, gap_id) references gap (customer_id, id)
);
create index on isp_project__tests (customer_id, owner_id);
create index on isp_project__tests (customer_id, evidence_id);
create index on isp_project__tests (customer_id, gap_id);
call owned_table('isp_project__tests');
