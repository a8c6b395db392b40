-- Plans are counted by whoever reaches some perimeters from the index of these alone.
drop index remediation_customer_id_perimeter_id_status_idx;
create index on remediation (customer_id, perimeter_id, status) include (program_id);
