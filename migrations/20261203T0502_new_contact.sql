-- Contact: derived from areas/people/contract/contact.ts.

create table contact (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  version int not null default 1,
  created_at timestamptz not null default moment(),
  created_by bigint,
  updated_at timestamptz not null default moment(),
  updated_by bigint,
  name text not null collate "und-x-icu",
  email text,
  phone text,
  job_function_id bigint,
  contact_order int check (contact_order between 0 and 999),
  notes text,
  primary key (customer_id, id),
  foreign key (customer_id, job_function_id) references job_function (customer_id, id)
);
create index on contact (customer_id, job_function_id);
call entity_table('contact');
call link_table('contact', 'perimeters', 'perimeter');
