-- An indicator is about perimeters, about all of them, or about those of one grouping (IND-04, PER-08).
alter table indicator add column tag_id bigint, add foreign key (customer_id, tag_id) references tag (customer_id, id), add check (tag_id is null or not is_global);
alter table indicator_history add column tag_id bigint;
create index on indicator (customer_id, tag_id);
