-- Job function: derived from areas/people/contract/job-function.ts.

create table job_function (
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
  description_en text collate "und-x-icu",
  description_fr text collate "und-x-icu",
  is_default_manager boolean not null default false,
  primary key (customer_id, id),
  unique (customer_id, identifier)
);
call entity_table('job_function');

create table job_function__holders (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  owner_id bigint not null,
  position int not null,
  valid_from timestamptz not null default moment(),
  perimeter_id bigint not null,
  member_id bigint not null,
  primary key (customer_id, id),
  foreign key (customer_id, owner_id) references job_function (customer_id, id) on delete cascade,
  foreign key (customer_id, perimeter_id) references perimeter (customer_id, id),
  foreign key (customer_id, member_id) references member (customer_id, id)
);
create index on job_function__holders (customer_id, owner_id);
call owned_table('job_function__holders');
