-- Reviews are listed open ones first, the latest on top, and counted by what they come from and are about.

drop index review_customer_id_created_at_idx;
create index on review (customer_id, (status = 'CLOSED'), created_at desc, id) include (perimeter_id, status, remediation_id);
create index on review (customer_id, (status = 'CLOSED'), source, target_type, id) include (perimeter_id, status, remediation_id);
create index on review (customer_id, (status = 'CLOSED'), perimeter_id, created_at desc, id);
create index on review (customer_id, status, id) include (perimeter_id, remediation_id);
