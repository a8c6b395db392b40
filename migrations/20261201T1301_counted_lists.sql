-- What plans count of their actions is read from an index alone, with what row rules look at beside it. Its twin over versions is there where views of the past were made before.
drop index remediation_customer_id_program_id_target_date_id_idx;
drop index if exists past_remediation_customer_id_program_id_target_date_id_idx;
create index on remediation (customer_id, program_id, target_date, id) include (perimeter_id, status);

-- The list of risks is read in the order in which it opens, and counted, without visiting rows outside the page.
create index on risk (customer_id, (treatment in ('CLOSED')), current_level desc, id desc) include (perimeter_id, tag_id, register_id);
