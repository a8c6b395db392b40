-- How long an exemption has been standing, over all its renewals, and the organisation's own limit of days (in customer.properties).

alter table exemption add column first_granted_on date;
alter table exemption_history add column first_granted_on date;
create index on exemption (customer_id, end_date) where status = 'GRANTED';
