-- A security decision that is being prepared, one for each project; gone once it is recorded.
create table isp_decision_draft (
  customer_id bigint not null references customer,
  project_id bigint not null,
  version int not null default 1,
  decision text check (decision in ('GO', 'NOGO')),
  reserved boolean not null default false,
  comment text,
  decided_on date,
  reservations bigint[] not null default '{}',
  new_reservations jsonb not null default '[]' check (jsonb_typeof(new_reservations) = 'array'),
  author_id bigint,
  saved_at timestamptz not null default moment(),
  primary key (customer_id, project_id),
  foreign key (customer_id, project_id) references isp_project (customer_id, id) on delete cascade,
  foreign key (customer_id, author_id) references member (customer_id, id)
);
create index on isp_decision_draft (customer_id, author_id);
call tenant_policies('isp_decision_draft');

-- Why the weather of a project is as it is.
alter table isp_project add column weather_comment text;
alter table isp_project_history add column weather_comment text;
