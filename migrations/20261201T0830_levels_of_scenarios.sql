-- What the scale calls the places of a scenario, kept with it as risks keep theirs: a list of thousands is sorted and filtered by it. A scale that is in use keeps its structure.
alter table risk_scenario add column level int, add column current_level int, add column target_level int;
alter table risk_scenario_history add column level int, add column current_level int, add column target_level int;
do $$
declare
  rows_of text;
begin
  foreach rows_of in array array['risk_scenario', 'risk_scenario_history'] loop
    execute format($sql$
      update %I s set level = (sc.matrix -> (s.impact - 1) ->> (s.probability - 1))::int,
          current_level = (sc.matrix -> (s.current_impact - 1) ->> (s.current_probability - 1))::int,
          target_level = (sc.matrix -> (s.target_impact - 1) ->> (s.target_probability - 1))::int
        from risk_analysis a join scale sc on sc.customer_id = a.customer_id and sc.id = a.scale_id
        where a.customer_id = s.customer_id and a.id = s.analysis_id$sql$, rows_of);
  end loop;
end $$;
create index on risk_scenario (customer_id, analysis_id, level desc, id);
