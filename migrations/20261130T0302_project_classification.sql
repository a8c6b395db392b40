-- What decided each time how critical a project is: the answers with the version that was asked. Rows come and stay.
create table isp_classification (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  project_id bigint not null,
  questionnaire_id bigint not null,
  edition int not null,
  answers jsonb not null check (jsonb_typeof(answers) = 'object'),
  -- Every accumulator as it stood, with its levels then.
  accumulators jsonb not null check (jsonb_typeof(accumulators) = 'array'),
  criticality text not null check (criticality in ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  author_id bigint,
  created_at timestamptz not null default moment(),
  primary key (customer_id, id),
  foreign key (customer_id, project_id) references isp_project (customer_id, id) on delete cascade,
  foreign key (customer_id, questionnaire_id, edition) references questionnaire_version (customer_id, questionnaire_id, edition),
  foreign key (customer_id, author_id) references member (customer_id, id)
);
create index on isp_classification (customer_id, project_id, id);
create index on isp_classification (customer_id, questionnaire_id, edition);
create index on isp_classification (customer_id, author_id);
call tenant_policies('isp_classification', 'select, insert, delete');

-- What a project must do, by how critical it is.
alter table isp_setting add column demands jsonb not null default '{}' check (jsonb_typeof(demands) = 'object');
