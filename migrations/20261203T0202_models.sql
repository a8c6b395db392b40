-- Measures are counted by their models in an index, and what a model answers is looked up in those of its links and of requirements: none of these rows is visited.
drop index measure_customer_id_solution_id_idx;
create index measure_by_model on measure (customer_id, solution_id, perimeter_id) include (status, decision, id);
drop index control_customer_id_lineage_id_idx;
create index control_editions on control (customer_id, lineage_id, policy_version_id);
drop index control_solution_customer_id_solution_id_idx;
create index control_solution_by_model on control_solution (customer_id, solution_id, lineage_id);
