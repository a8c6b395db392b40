-- Where a scenario stands by the measures that are there, as risks do (docs/RISK-LEVELS.md); what is linked to measures is worked out again by the job that follows them.
alter table risk_scenario add column current_probability int check (current_probability between 1 and 6), add column current_impact int check (current_impact between 1 and 6);
alter table risk_scenario_history add column current_probability int, add column current_impact int;
update risk_scenario set current_probability = probability, current_impact = impact;
