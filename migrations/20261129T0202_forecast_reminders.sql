-- Reminders that were put from the forecast: its Undo takes back these and leaves what somebody had before. One that is removed from its task is noted no more.
create table forecast_reminder (
  customer_id bigint not null references customer,
  reminder_id bigint not null,
  primary key (customer_id, reminder_id),
  foreign key (customer_id, reminder_id) references runtask__reminders (customer_id, id) on delete cascade
);
call tenant_policies('forecast_reminder', 'select, insert');
