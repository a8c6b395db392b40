-- Names of requirements that came in from a file were cut at their first line and at 120 characters. Where the file is kept and nobody has changed what was left of the
-- name since, the whole of it is put back; versions and history stay, since nobody changed anything.

create function whole_names() returns void language plpgsql as $$
begin
  create temporary table whole_name on commit drop as
    select distinct node->>'urn' as urn, node->'display_name'->>lang as shown, coalesce(
      btrim(node->'name'->>lang, E' \t\r\n'),
      case when node->'name'->>'en' is null and node->'name'->>'fr' is null then btrim(split_part(btrim(node->'description'->>lang, E' \t\r\n'), E'\n', 1), E' \t\r') end) as whole, lang
    from library_content c, jsonb_array_elements(c.content->'frameworks') framework, jsonb_array_elements(framework->'nodes') node, unnest(array['en', 'fr']) lang;
  delete from whole_name where shown is null or whole is null or whole in (shown, '');
  update control t set name_en = w.whole from whole_name w where t.urn = w.urn and w.lang = 'en' and t.name_en = w.shown;
  update control t set name_fr = w.whole from whole_name w where t.urn = w.urn and w.lang = 'fr' and t.name_fr = w.shown;
  update control_group t set name_en = w.whole from whole_name w where t.urn = w.urn and w.lang = 'en' and t.name_en = w.shown;
  update control_group t set name_fr = w.whole from whole_name w where t.urn = w.urn and w.lang = 'fr' and t.name_fr = w.shown;
  -- What was cut off is found, too.
  update search_document d set text = left(concat_ws(' ', d.text, fold(w.whole)), 20000)
    from whole_name w, control t where d.entity = 'control' and d.customer_id = t.customer_id and d.id = t.id and t.urn = w.urn and w.whole in (t.name_en, t.name_fr);
  drop table whole_name;
end $$;

alter table customer no force row level security;
do $$
declare
  customer bigint;
begin
  for customer in select id from customer loop
    execute format('set local app.customer_id = %L', customer);
    perform whole_names();
  end loop;
  reset app.customer_id;
end $$;
alter table customer force row level security;
drop function whole_names();
