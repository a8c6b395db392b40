-- The list of exemptions as it opens, what a tab shows, and by their ends.
create index on exemption (customer_id, (status in ('REJECTED', 'CLOSED')), end_date, id);
create index on exemption (customer_id, status, end_date, id);
create index on exemption (customer_id, end_date, id);
