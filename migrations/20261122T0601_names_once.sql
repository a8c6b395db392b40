-- Labels, categories and groupings of one organisation are called differently, in whichever language and case they are read: who chooses one
-- from a list can only tell them apart by their names. Where two are called the same, the younger one is numbered: «Network (2)».

-- The name of a row as a reader of one language sees it, without case.
create function shown_name(mine text, other text) returns text
  language sql immutable parallel safe
  as $$ select lower(coalesce(mine, other)) $$;

-- Renames as the application would: the version before goes to history, the change to the audit chain and to what the search knows.
create procedure number_same_names(t text, most int)
  language plpgsql as $$
declare
  columns constant text := (
    select string_agg(quote_ident(column_name), ', ') from information_schema.columns where table_schema = 'public' and table_name = t);
  customer bigint;
  twin record;
  n int;
  mark text;
  en text;
  fr text;
  is_free boolean;
  stamp timestamptz;
  version int;
  digest text;
  changes jsonb;
begin
  -- Outside of a customer a forced policy hides every row, also from the owner.
  execute format('alter table %I no force row level security', t);
  execute format($q$create temp table twins on commit drop as
    select customer_id, id, name_en, name_fr from %1$I r where exists (
      select from %1$I older where older.customer_id = r.customer_id and older.id < r.id
        and (shown_name(older.name_en, older.name_fr) = shown_name(r.name_en, r.name_fr)
          or shown_name(older.name_fr, older.name_en) = shown_name(r.name_fr, r.name_en)))$q$, t);
  for customer in select distinct customer_id from twins order by 1 loop
    execute format('set local app.customer_id = %L', customer);
    changes := '[]';
    for twin in select * from twins where customer_id = customer order by id loop
      n := 1;
      loop
        n := n + 1;
        mark := format(' (%s)', n);
        en := left(twin.name_en, most - length(mark)) || mark;
        fr := left(twin.name_fr, most - length(mark)) || mark;
        execute format($q$select not exists (select from %I r where customer_id = $1 and id <> $2
          and (shown_name(name_en, name_fr) = shown_name($3, $4) or shown_name(name_fr, name_en) = shown_name($4, $3)))$q$, t)
          into is_free using customer, twin.id, en, fr;
        exit when is_free;
      end loop;
      stamp := moment();
      execute format('insert into %I (%s, valid_from, valid_to) select %s, updated_at, $3 from %I where customer_id = $1 and id = $2', t || '_history', columns, columns, t)
        using customer, twin.id, stamp;
      execute format($q$update %I as r set name_en = $3, name_fr = $4, version = r.version + 1, updated_at = $5, updated_by = null where customer_id = $1 and id = $2
        returning r.version, (select encode(sha256(convert_to(jsonb_object_agg(e.key, e.value)::text, 'UTF8')), 'hex') from jsonb_each(to_jsonb(r) - 'position') e)$q$, t)
        into version, digest using customer, twin.id, en, fr, stamp;
      update search_document d set text = fold(concat_ws(' ', en, fr)) where d.customer_id = customer and d.entity = t and d.id = twin.id;
      changes := changes || jsonb_build_object('entity', t, 'object_id', twin.id, 'action', 'update', 'version', version, 'digest', digest);
    end loop;
    perform audit_append(null, null, 'system', 'migration', changes);
  end loop;
  drop table twins;
  reset app.customer_id;
  execute format('alter table %I force row level security', t);
  execute format('create unique index %I on %I (customer_id, shown_name(name_en, name_fr))', t || '_name_en_unique', t);
  execute format('create unique index %I on %I (customer_id, shown_name(name_fr, name_en))', t || '_name_fr_unique', t);
end $$;

call number_same_names('label', 32);
call number_same_names('category', 32);
call number_same_names('tag', 128);
drop procedure number_same_names;
