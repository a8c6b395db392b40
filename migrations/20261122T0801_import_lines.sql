-- What an import did, or would do, line by line: what the report of it lists, filters and gives out as a file.
create table import_line (
  customer_id bigint not null references customer,
  report_id bigint not null,
  position int not null,
  -- The line as the spreadsheet counts, and its sheet where that is not the first one.
  n int not null,
  sheet text,
  outcome text not null check (outcome in ('created', 'updated', 'unchanged', 'refused')),
  object_id bigint,
  name text,
  -- Changed cells: the title of the column and both values, as messages that are said when they are read.
  cells jsonb not null default '[]',
  messages jsonb not null default '[]',
  primary key (customer_id, report_id, position),
  foreign key (customer_id, report_id) references import_report (customer_id, id) on delete cascade
);
call tenant_policies('import_line');

-- Trials that found something wrong were recorded as failed imports, with rows that they had created. They were complete: they had found it.
update import_report set status = 'COMPLETE' where dry_run and status = 'ERROR' and kind <> 'library' and counts ? 'updated';
