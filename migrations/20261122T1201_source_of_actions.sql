-- What an action came from is a reference that the database keeps, of one of several entities: a column and a foreign key for each. Only measures were ever named;
-- a further entity is a further column, key and index, and from the second on the check that one of them at most is filled.
alter table remediation add column source_object_measure_id bigint;
alter table remediation_history add column source_object_measure_id bigint;

-- The owner of the tables is held to a customer too, unless it is told otherwise for a moment.
alter table remediation no force row level security;
alter table remediation_history no force row level security;
alter table measure no force row level security;

update remediation r set source_object_measure_id = r.source_id where r.source in ('BUILD', 'UPGRADE')
  and exists (select 1 from measure m where m.customer_id = r.customer_id and m.id = r.source_id);
update remediation_history set source_object_measure_id = source_id where source in ('BUILD', 'UPGRADE');

alter table remediation force row level security;
alter table remediation_history force row level security;
alter table measure force row level security;

alter table remediation add foreign key (customer_id, source_object_measure_id) references measure (customer_id, id);
create index on remediation (customer_id, source_object_measure_id);
