-- What the value of an indicator that controls a measure is of: a perimeter, from the first day of its period to the last. So an explanation leads on to what was entered.
alter table measure_control
  add column of_perimeter_id bigint,
  add column of_from date,
  add column of_to date,
  add foreign key (customer_id, of_perimeter_id) references perimeter (customer_id, id) on delete set null (of_perimeter_id);
create index on measure_control (customer_id, of_perimeter_id);
