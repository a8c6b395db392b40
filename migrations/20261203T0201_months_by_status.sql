-- How many actions stood in each status when a month ended, beside what else is kept of it; null: not counted yet, and counted from versions until the night has done so.
alter table remediation_month
  add in_to_plan int[],
  add in_planned int[],
  add in_ongoing int[],
  add in_standby int[],
  add in_finished int[],
  add in_cancelled int[];

-- Statistics and the workload count actions in an index, as the cockpit does: none of them is visited.
drop index remediation_customer_id_perimeter_id_status_program_id_targ_idx;
create index remediation_counts on remediation (customer_id, perimeter_id, status, priority) include (program_id, target_date, done_date, id, manager_id, group_id, start_date, cost, workload);
