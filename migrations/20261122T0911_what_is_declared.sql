-- The schema says what the declarations say. Nothing here can fail for what an installation holds.

alter table perimeter alter column type set default 'INTERNAL';
alter table remediation alter column priority set default 50;

-- As wide as every other number.
alter table question alter column weight type numeric(14, 2);
alter table question_history alter column weight type numeric(14, 2);
alter table question__choices alter column add_score type numeric(14, 2);
alter table question__choices_history alter column add_score type numeric(14, 2);

-- The choices of two fields were kept by the program alone. What was there before stays as it is, should it be something else.
alter table solution add constraint solution_csf_function_check
  check (csf_function in ('govern', 'identify', 'protect', 'detect', 'respond', 'recover')) not valid;
alter table question__choices add constraint question__choices_compute_result_check
  check (compute_result in ('compliant', 'partially_compliant', 'non_compliant', 'not_applicable', 'true', 'false')) not valid;
do $$
begin
  alter table solution validate constraint solution_csf_function_check;
exception when check_violation then null;
end $$;
do $$
begin
  alter table question__choices validate constraint question__choices_compute_result_check;
exception when check_violation then null;
end $$;
