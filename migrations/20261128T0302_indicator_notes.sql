-- What explains the course of an indicator: a few words at some of its periods.
alter table indicator add column notes jsonb;
alter table indicator_history add column notes jsonb;
