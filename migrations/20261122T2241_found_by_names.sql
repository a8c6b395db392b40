-- The search of a list finds rows by who is in charge of them: without these it would read every row.
create index on remediation (customer_id, group_id) where group_id is not null;
create index on measure (customer_id, manager_id) where manager_id is not null;
