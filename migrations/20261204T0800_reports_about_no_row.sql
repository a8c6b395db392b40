-- A report about a period is about no row.
alter table report_job alter column object_id drop not null;
