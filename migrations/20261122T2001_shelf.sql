-- The shelf: libraries that can be brought in, indexed before anything of them is saved. The installation's folder is read by every organisation; what an
-- organisation uploads is its own.

create sequence shelf_file_id;
grant usage on sequence shelf_file_id to vigie_app;

-- How far the reading of the folder is; no row where there is none.
create table shelf_folder (
  single boolean primary key default true check (single),
  total int not null default 0,
  done int not null default 0,
  started_at timestamptz,
  read_at timestamptz
);

create table shelf_folder_file (
  id bigint primary key default nextval('shelf_file_id'),
  -- Below the folder, with slashes.
  path text not null unique,
  sha256 text not null,
  -- Null where the file could not be read, and `fault` says why.
  urn text,
  locale text,
  edition bigint,
  entry jsonb,
  fault jsonb,
  -- Families of what it brings and what it names without bringing it.
  defines text[] not null default '{}',
  needs jsonb not null default '[]',
  words tsvector,
  -- Compressed JSON: the tree for a preview.
  outline bytea
);
create index on shelf_folder_file using gin (words);

-- Of no customer, and of nobody outside one.
do $$
declare
  name text;
begin
  foreach name in array array['shelf_folder', 'shelf_folder_file'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy anyone_inside on %I using (current_customer() is not null) with check (current_customer() is not null)', name);
    execute format('grant select, insert, update, delete on %I to vigie_app', name);
  end loop;
end $$;

-- What an organisation uploads, until it is read.
create table shelf_upload (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  file_name text not null,
  content bytea,
  total int not null default 0,
  done int not null default 0,
  fault jsonb,
  created_at timestamptz not null default moment(),
  created_by bigint,
  read_at timestamptz,
  primary key (customer_id, id),
  foreign key (customer_id, created_by) references member (customer_id, id)
);
call tenant_policies('shelf_upload');

create table shelf_file (
  customer_id bigint not null references customer,
  id bigint not null default nextval('shelf_file_id'),
  path text not null,
  sha256 text not null,
  urn text,
  locale text,
  edition bigint,
  entry jsonb,
  fault jsonb,
  defines text[] not null default '{}',
  needs jsonb not null default '[]',
  words tsvector,
  outline bytea,
  -- The file itself, compressed.
  content bytea not null,
  primary key (customer_id, id),
  unique (customer_id, path)
);
create index on shelf_file using gin (words);
call tenant_policies('shelf_file');

-- Both, as whoever asks may see them.
create view shelf with (security_invoker = true) as
  select null::bigint as customer_id, false as own, id, path, sha256, urn, locale, edition, entry, fault, defines, needs, words, outline from shelf_folder_file
  union all select customer_id, true, id, path, sha256, urn, locale, edition, entry, fault, defines, needs, words, outline from shelf_file;
grant select on shelf to vigie_app;

-- What was asked for at once from the shelf, in the order in which it is loaded.
create table library_addition (
  customer_id bigint not null references customer,
  id bigint generated always as identity,
  created_at timestamptz not null default moment(),
  created_by bigint,
  undone_at timestamptz,
  undone_by bigint,
  primary key (customer_id, id),
  foreign key (customer_id, created_by) references member (customer_id, id),
  foreign key (customer_id, undone_by) references member (customer_id, id)
);
create index on library_addition (customer_id, created_by);
create index on library_addition (customer_id, undone_by);
call tenant_policies('library_addition', 'select, insert, update');

create table library_addition_item (
  customer_id bigint not null references customer,
  addition_id bigint not null,
  position int not null,
  report_id bigint not null,
  -- On the shelf, where it may have gone since.
  file_id bigint not null,
  urn text not null,
  locale text not null,
  -- Asked for by name, rather than along with something.
  chosen boolean not null,
  primary key (customer_id, addition_id, position),
  foreign key (customer_id, addition_id) references library_addition (customer_id, id) on delete cascade,
  foreign key (customer_id, report_id) references import_report (customer_id, id) on delete cascade
);
create index on library_addition_item (customer_id, report_id);
create index on library_addition_item (customer_id, urn, locale);
call tenant_policies('library_addition_item', 'select, insert');
