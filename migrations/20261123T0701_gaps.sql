-- An import that is told of all there is closes what has gone and reopens what came back.
alter table import_line drop constraint import_line_outcome_check;
alter table import_line add constraint import_line_outcome_check check (outcome in ('created', 'updated', 'closed', 'reopened', 'unchanged', 'refused'));

-- Chapters stand in the order of the report.
alter table gap_group add column position int not null default 0;
alter table gap_group_history add column position int not null default 0;
create index on gap_group (customer_id, register_id, position);

-- What the audited party answers, apart from what the auditor found, and who said so when.
alter table gap add column answer text, add column answered_by_id bigint, add column answered_on date;
alter table gap_history add column answer text, add column answered_by_id bigint, add column answered_on date;
alter table gap add foreign key (customer_id, answered_by_id) references member (customer_id, id);
create index on gap (customer_id, answered_by_id) where answered_by_id is not null;

-- What the report or the scanner calls a gap names one in its register.
create unique index on gap (customer_id, register_id, external_key) where external_key is not null;

-- What lists of gaps sort and count by.
create index on gap (customer_id, (status = 'CLOSE'), severity desc, id) include (perimeter_id, status, register_id);
create index on gap (customer_id, register_id, status, id) include (severity, target_date, perimeter_id);
create index on gap (customer_id, status, id) include (perimeter_id, register_id);
create index on gap (customer_id, severity, id);
create index on gap (customer_id, target_date, id) include (perimeter_id, status);
create index on gap (customer_id, review_date) where review_date is not null;
