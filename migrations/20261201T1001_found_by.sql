-- Which tool told of a gap: what the file of another one does not name is not gone. Of gaps from before, keys of files of scanners begin with their tool, and reports of imports tell which
-- came from such a file; the rest came from tables, which do not say what wrote them. Keys themselves are recognised by the next file and renewed by it.
alter table gap add column found_by text;
alter table gap_history add column found_by text;
alter table gap no force row level security;
alter table gap_history no force row level security;
alter table import_line no force row level security;
alter table import_report no force row level security;
do $$
declare
  rows_of text;
begin
  foreach rows_of in array array['gap', 'gap_history'] loop
    execute format($sql$
      update %I g set found_by = split_part(g.external_key, '|', 1)
        where g.external_key like '_%%|%%' and exists (select from import_line l join import_report r on r.customer_id = l.customer_id and r.id = l.report_id
          where l.customer_id = g.customer_id and l.object_id = g.id and l.outcome = 'created' and r.kind = 'gap_finding' and r.status = 'COMPLETE' and not r.dry_run
            and r.file_name ~* '[.](sarif|json|jsonl|ndjson)$')$sql$, rows_of);
  end loop;
end $$;
alter table gap force row level security;
alter table gap_history force row level security;
alter table import_line force row level security;
alter table import_report force row level security;
