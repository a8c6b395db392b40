-- Who looked whether what was done about a gap holds; and how bad the last report or scan called it, which a person may see otherwise.
alter table gap add column effect_checked_by_id bigint, add column found_severity integer;
alter table gap_history add column effect_checked_by_id bigint, add column found_severity integer;
alter table gap add foreign key (customer_id, effect_checked_by_id) references member (customer_id, id);
create index on gap (customer_id, effect_checked_by_id) where effect_checked_by_id is not null;
