-- Objects of which a member wants to hear whatever happens to them.
create table record_follow (
  customer_id bigint not null references customer,
  member_id bigint not null,
  entity text not null,
  object_id bigint not null,
  primary key (customer_id, member_id, entity, object_id),
  foreign key (customer_id, member_id) references member (customer_id, id) on delete cascade
);
create index on record_follow (customer_id, entity, object_id);
call tenant_policies('record_follow', 'select, insert, delete');
alter table notification drop constraint notification_kind_check, add constraint notification_kind_check check
  (kind in ('to_approve', 'clock_late', 'clock_soon', 'assigned', 'mentioned', 'commented', 'due_soon', 'late', 'decided', 'rejected', 'expiring', 'happened'));
