-- A campaign is a supplier's evaluation where the organisation's settings ask for its questionnaire, or where somebody says so; others leave suppliers alone.
alter table campaign add column evaluates_suppliers boolean not null default false;
alter table campaign_history add column evaluates_suppliers boolean not null default false;
-- Those that asked a questionnaire of suppliers alone, or the one of the settings, have counted until now.
update campaign c set evaluates_suppliers = true where c.campaign_source = 'QUESTIONNAIRE' and (
  exists (select 1 from supplier_setting t cross join jsonb_each_text(t.evaluated_by) l where t.customer_id = c.customer_id and l.value = c.questionnaire_id::text)
  or (c.scope = 'PERIMETERS' and exists (select 1 from campaign__perimeters l where l.customer_id = c.customer_id and l.owner_id = c.id)
    and not exists (select 1 from campaign__perimeters l where l.customer_id = c.customer_id and l.owner_id = c.id
      and not exists (select 1 from supplier s where s.customer_id = l.customer_id and s.perimeter_id = l.target_id))));
