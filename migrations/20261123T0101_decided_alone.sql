-- Decided by who had asked, since nobody else could: said for good, as everything about a decision is.
alter table decision add column alone boolean not null default false;
