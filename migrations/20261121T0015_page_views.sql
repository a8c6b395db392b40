-- Which pages are looked at, with the ids in their addresses masked: kept ninety days, told to nobody outside (NAV-53).
create table page_view (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  member_id bigint not null,
  path text not null,
  at timestamptz not null,
  primary key (customer_id, id),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create index on page_view (customer_id, at);
call tenant_policies('page_view', 'select, insert, delete');
