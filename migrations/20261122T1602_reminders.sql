-- Of which date of a row, and how many days before it, people have been reminded, so that each step is told once.
create table reminder_sent (
  customer_id bigint not null references customer,
  entity text not null,
  object_id bigint not null,
  field text not null,
  day date not null,
  days integer not null check (days >= 0),
  sent_on date not null,
  primary key (customer_id, entity, object_id, field, day, days)
);
create index on reminder_sent (customer_id, entity, field, sent_on);
create index on reminder_sent (customer_id, day);
call tenant_policies('reminder_sent', 'select, insert, delete');
