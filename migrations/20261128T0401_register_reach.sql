-- Whoever reaches a few places finds their rows by an index for each way in which a row may be theirs; whoever reaches many counts them in one that holds all of it.
create index on incident (customer_id, created_by);

drop index incident_customer_id_expr_detected_at_id_idx;
create index on incident (customer_id, (status in ('CLOSED')), detected_at desc, id) include (perimeter_id, tag_id, confidential, manager_id, group_id, created_by);
drop index gap_customer_id_expr_severity_id_perimeter_id_status_regist_idx;
create index on gap (customer_id, (status = 'CLOSE'), severity desc, id) include (perimeter_id, tag_id, status, register_id);
