-- A report that people are sent again and again.
create table report_schedule (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text not null collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  report text not null check (report in ('SCORE', 'ACTIONS', 'RISKS', 'GAPS', 'INCIDENTS', 'EVALUATIONS', 'SUPPLIERS', 'APPLICABILITY', 'EXEMPTIONS', 'MANAGEMENT_REVIEW')),
  period text not null default 'LAST_MONTH' check (period in ('THIS_MONTH', 'LAST_MONTH', 'THIS_QUARTER', 'LAST_QUARTER', 'THIS_SEMESTER', 'LAST_SEMESTER', 'THIS_YEAR', 'LAST_YEAR')),
  perimeter_id bigint,
  every text not null default 'MONTH' check (every in ('WEEK', 'MONTH', 'QUARTER')),
  owner_id bigint,
  archived boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, owner_id) references member (customer_id, id)
);
create index on report_schedule (customer_id, perimeter_id);
create index on report_schedule (customer_id, owner_id);
call entity_table('report_schedule');
call link_table('report_schedule', 'recipients', 'member');

-- When it is sent next: moves with each sending, and is no change of the schedule.
create table report_due (
  customer_id bigint not null references customer,
  schedule_id bigint not null,
  next_on date not null,
  sent_on date,
  primary key (customer_id, schedule_id),
  foreign key (customer_id, schedule_id) references report_schedule (customer_id, id) on delete cascade
);
create index on report_due (customer_id, next_on);
call tenant_policies('report_due');

-- To whom one was sent of a day, or was not since they may not read it: nobody is sent it twice.
create table report_mail (
  customer_id bigint not null references customer,
  schedule_id bigint not null,
  day date not null,
  member_id bigint not null,
  state text not null check (state in ('SENT', 'REFUSED')),
  at timestamptz not null default moment(),
  primary key (customer_id, schedule_id, day, member_id),
  foreign key (customer_id, schedule_id) references report_schedule (customer_id, id) on delete cascade,
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create index on report_mail (customer_id, member_id);
call tenant_policies('report_mail', 'select, insert, delete');

-- What the management looked at and decided.
create table management_review (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  identifier text not null collate numeric_text,
  name_en text collate "und-x-icu",
  name_fr text collate "und-x-icu",
  perimeter_id bigint,
  period_from date not null,
  period_to date not null,
  held_on date,
  chair_id bigint,
  earlier_actions text,
  context text,
  needs text,
  nonconformities text,
  measurement text,
  audits text,
  objectives text,
  feedback text,
  risks text,
  improvement text,
  decided_improvements text,
  decided_changes text,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'CLOSED')),
  closed_at timestamptz,
  closed_by_id bigint,
  primary key (customer_id, id),
  unique (customer_id, identifier),
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, chair_id) references member (customer_id, id),
  foreign key (customer_id, closed_by_id) references member (customer_id, id)
);
create index on management_review (customer_id, perimeter_id);
create index on management_review (customer_id, chair_id);
create index on management_review (customer_id, closed_by_id);
call entity_table('management_review');
call link_table('management_review', 'participants', 'member');
call link_table('management_review', 'actions', 'remediation');

-- What its figures told a part of the organisation when it was closed: never changed.
create table management_review_frozen (
  customer_id bigint not null references customer,
  review_id bigint not null,
  -- As `dashboard_frozen.reach`.
  reach text not null,
  lang text not null check (lang in ('en', 'fr')),
  told jsonb not null,
  primary key (customer_id, review_id, reach, lang),
  foreign key (customer_id, review_id) references management_review (customer_id, id) on delete cascade
);
call tenant_policies('management_review_frozen', 'select, insert, delete');
