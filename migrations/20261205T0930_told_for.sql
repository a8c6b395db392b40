-- For whom somebody who stands in is told: whoever is away, where they are told for nobody but them. Told until now: as to themselves.
alter table notification add column for_id bigint;
