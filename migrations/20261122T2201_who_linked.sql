-- Who linked a requirement with a model, so that whoever confirms it knows whom to ask; empty for what came with an import.
alter table control_solution add column linked_by bigint;
alter table control_solution_history add column linked_by bigint;
