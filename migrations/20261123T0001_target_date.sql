-- Until when the organisation wants to be where it aims at; none: the end of the year.
alter table customer add column target_date date;
grant update (target_date) on customer to vigie_app;
