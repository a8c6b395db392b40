-- What the value of an indicator that controls a measure is of: a perimeter, from the first day of its period to the last. So an explanation leads on to what was entered. The perimeter may be gone one day; what was told stays.
alter table measure_control
  add column of_perimeter_id bigint,
  add column of_from date,
  add column of_to date;
create index on measure_control (customer_id, of_perimeter_id);
