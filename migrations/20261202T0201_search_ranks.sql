-- The search over every kind of object ranks by what is kept here: the best of a common word are read in the order of an index, in place of all that hold it. Identifiers and
-- words are kept without accents or case, names as they are put in order.
alter table search_document
  add column identifier text collate "C",
  add column name_en text collate "und-x-icu",
  add column name_fr text collate "und-x-icu",
  add column words_en text,
  add column words_fr text;

-- A name as words, each behind a space, without accents or case.
create function search_words(p_name text) returns text
  language sql immutable parallel safe strict
  as $$ select ' ' || regexp_replace(public.fold(p_name), '[^[:alnum:]]+', ' ', 'g') $$;

do $$
declare
  e text;
  own text[];
  title text;
begin
  for e in select distinct entity from search_document loop
    select array_agg(column_name::text) into own from information_schema.columns where table_schema = 'public' and table_name = e;
    title := case e when 'question' then 'text' when 'review' then 'description' when 'perimeter_property_value' then 'value' else 'name' end;
    continue when own is null;
    execute format('update search_document d set identifier = %1$s%2$s from %3$I t where d.entity = %3$L and t.customer_id = d.customer_id and t.id = d.id',
      case when 'identifier' = any(own) then 'fold(t.identifier)' else 'null' end,
      case when title || '_en' = any(own) then
        format(', name_en = left(coalesce(t.%1$I, t.%2$I, ''''), 200), name_fr = left(coalesce(t.%2$I, t.%1$I, ''''), 200), words_en = search_words(coalesce(t.%1$I, t.%2$I)),
          words_fr = nullif(search_words(coalesce(t.%2$I, t.%1$I)), search_words(coalesce(t.%1$I, t.%2$I)))', title || '_en', title || '_fr')
      when title = any(own) then format(', name_en = left(coalesce(t.%1$I, ''''), 200), name_fr = left(coalesce(t.%1$I, ''''), 200), words_en = search_words(t.%1$I)', title)
      else '' end, e);
  end loop;
end $$;

-- The scales that an organisation begins with are written by a function, which has them found from now on as others are.
do $$
begin
  execute replace(replace(pg_get_functiondef('insert_scale(jsonb)'::regprocedure), '(customer_id, entity, id, text)', '(customer_id, entity, id, identifier, name_en, name_fr, words_en, words_fr, text)'),
    '''scale'', made.id, fold(left', '''scale'', made.id, fold(made.identifier), left(coalesce(made.name_en, made.name_fr, ''''), 200), left(coalesce(made.name_fr, made.name_en, ''''), 200),
      search_words(coalesce(made.name_en, made.name_fr)), nullif(search_words(coalesce(made.name_fr, made.name_en)), search_words(coalesce(made.name_en, made.name_fr))), fold(left');
end $$;

create index search_document_identifiers on search_document (customer_id, entity, length(identifier), identifier) where identifier is not null;
create index search_document_names_en on search_document (customer_id, entity, name_en, id);
create index search_document_names_fr on search_document (customer_id, entity, name_fr, id);
create index search_document_begins on search_document using gin (customer_id, entity, words_en gin_trgm_ops, words_fr gin_trgm_ops);

-- The condition under which a text, `d.text`, says every word; words shorter than a trigram match the beginning of a word. Two words are looked up, the longest, the others looked
-- for in what these find: an index that is read for every word of a sentence costs more than the few texts that hold it. Null without a word.
create function search_says(p_words text[]) returns text
  language sql immutable parallel safe
  as $$
    with words as (select w, row_number() over (order by length(w) desc, w) as nth from unnest(p_words) as w),
      short as (select format('to_tsvector(''simple'', d.text) @@ to_tsquery(''simple'', %L)', string_agg('''' || replace(replace(w, '\', '\\'), '''', '''''') || ''':*', ' & ' order by nth)) as says,
        count(*) as words from words where length(w) < 3)
    select concat_ws(' and ', string_agg(case when nth <= 2 then format('d.text like %L', '%' || replace(replace(replace(w, '\', '\\'), '%', '\%'), '_', '\_') || '%')
        else format('strpos(d.text, %L) > 0', w) end, ' and ' order by nth) filter (where length(w) >= 3),
      (select case when s.words = 0 then null when s.words = count(words.nth) then s.says else format('(%s) is true', s.says) end from short s))
    from words having count(*) > 0
  $$;

create or replace function search_ids(p_entity text, p_words text[]) returns setof bigint
  language plpgsql stable security definer rows 1000 set search_path = public, pg_temp
  as $$
declare
  customer constant bigint := nullif(current_setting('app.customer_id', true), '')::bigint;
  conditions constant text := search_says(p_words);
begin
  if conditions is not null then
    return query execute format('select d.id from search_document d where d.customer_id = %L::bigint and d.entity = %L and %s', customer, p_entity, conditions);
  end if;
end $$;

-- The ways to say what is looked for: `said` as it was typed, `words` that a text must hold, `begins` that words of a name must begin with; the first is what was typed.

-- Of some ways, the condition under which one of a row's names begins as it is said.
create function search_begins_so(p_ways jsonb) returns text
  language sql immutable parallel safe
  as $$
    select coalesce(string_agg(format('(d.words_%1$s like %2$L and starts_with(fold(d.name_%1$s), %3$L))', lang, rtrim(search_words(way->>'said')) || '%', fold(way->>'said')), ' or '), 'false')
    from jsonb_array_elements(p_ways) way, unnest(array['en', 'fr']) lang
  $$;

-- Of some ways, the condition under which words of one of a row's names begin with every word.
create function search_begins_all(p_ways jsonb) returns text
  language sql immutable parallel safe
  as $$
    select coalesce(string_agg('(' || every || ')', ' or '), 'false') from (
      select string_agg(format('d.words_%s like %L', lang, '% ' || fold(word) || '%'), ' and ') as every
      from jsonb_array_elements(p_ways) with ordinality w(way, nth), unnest(array['en', 'fr']) lang, jsonb_array_elements_text(way->'begins') word group by nth, lang) e
  $$;

-- Beginnings go first: 0 the identifier itself, 1 one that begins so, 2 a name that begins so, 4 one whose words begin so, 6 the rest; other words for the same
-- thing after each, 3 and 5. Names count in whatever language they are looked for.
create function search_rank(p_ways jsonb) returns text
  language sql immutable parallel safe
  as $$
    select format('case when d.identifier = %1$L then 0 when starts_with(d.identifier, %1$L) then 1 when %2$s then 2 when %3$s then 3 when %4$s then 4 when %5$s then 5 else 6 end',
      fold(p_ways->0->>'said'), search_begins_so(jsonb_build_array(p_ways->0)), search_begins_so(p_ways - 0), search_begins_all(jsonb_build_array(p_ways->0)), search_begins_all(p_ways - 0))
  $$;

-- The ranks of rows whose names stand in other rows, so that they are known when they are read.
create function search_ranks(p_ids bigint[], p_identifiers text[], p_en text[], p_fr text[], p_ways jsonb) returns table (id bigint, rank integer)
  language plpgsql stable set search_path = public, pg_temp
  as $$
begin
  return query execute format('select d.id, %s from (select u.id, fold(u.identifier) as identifier, u.en as name_en, u.fr as name_fr, search_words(u.en) as words_en, search_words(u.fr) as words_fr
    from unnest($1, $2, $3, $4) as u(id, identifier, en, fr)) d', search_rank(p_ways)) using p_ids, p_identifiers, p_en, p_fr;
end $$;

-- The best of an entity with many texts that hold what is looked for, in their order: from the first of its names where there are enough of a rank among them, else from
-- whatever index finds all that are of that rank.
create function search_best_of(p_entity text, p_lang text, p_ways jsonb, p_says text, p_most integer) returns table (id bigint, rank integer)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  customer constant bigint := nullif(current_setting('app.customer_id', true), '')::bigint;
  looked_at constant integer := 500;
  last constant text := chr(65535);
  name constant text := 'd.name_' || p_lang;
  other constant text := 'd.name_' || case p_lang when 'en' then 'fr' else 'en' end;
  among constant text := format('search_document d where d.customer_id = %L::bigint and d.entity = %L', customer, p_entity);
  ranked constant text := search_rank(p_ways);
  typed constant text := fold(p_ways->0->>'said');
  first_ids bigint[];
  first_ranks integer[];
  first_lengths integer[];
  ids bigint[] := '{}';
  ranks integer[] := '{}';
  more bigint[];
  access text;
  missing integer;
  longest integer;
begin
  execute format('select array_agg(x.id order by x.nth), array_agg(x.rank order by x.nth), array_agg(x.len order by x.nth) from (
      select d.id, d.nth, length(d.identifier) as len, %1$s as rank from (select d.*, row_number() over (order by %2$s, d.id) as nth from %3$s order by %2$s, d.id limit %4$s) d where %5$s limit %6$s) x',
    ranked, name, among, looked_at, p_says, 2 * p_most) into first_ids, first_ranks, first_lengths;

  -- Of identifiers that begin so the shorter ones go first; the one itself is the shortest.
  select length(d.identifier) into longest from search_document d
    where d.customer_id = customer and d.entity = p_entity and d.identifier is not null order by length(d.identifier) desc limit 1;
  for len in length(typed)..coalesce(longest, 0) loop
    missing := p_most - cardinality(ids);
    exit when missing <= 0;
    continue when not exists (select from search_document d where d.customer_id = customer and d.entity = p_entity and d.identifier is not null
      and length(d.identifier) = len and d.identifier >= typed and d.identifier <= typed || chr(1114111));
    more := array(select u.id from unnest(first_ids, first_ranks, first_lengths) with ordinality as u(id, rank, length, nth) where u.rank < 2 and u.length = len order by u.nth limit missing);
    if cardinality(more) < missing then
      execute format('select array(select d.id from (select d.* from %1$s and d.identifier is not null and length(d.identifier) = %2$s and d.identifier >= %3$L
          and d.identifier <= %4$L and %5$s offset 0) d order by %6$s, d.id limit %7$s)',
        among, len, typed, typed || chr(1114111), p_says, name, missing) into more;
    end if;
    ids := ids || more;
    ranks := ranks || array_fill(case len when length(typed) then 0 else 1 end, array[cardinality(more)]);
  end loop;

  for at_rank in 2..6 loop
    missing := p_most - cardinality(ids);
    exit when missing <= 0;
    more := array(select u.id from unnest(first_ids, first_ranks) with ordinality as u(id, rank, nth) where u.rank = at_rank order by u.nth limit missing);
    if cardinality(more) < missing then
      access := case at_rank
        when 2 then format('%s >= %L and %1$s < %3$L', other, typed, typed || last)
        when 3 then (select string_agg(format('%1$s >= %3$L and %1$s < %4$L or %2$s >= %3$L and %2$s < %4$L', name, other, fold(way->>'said'), fold(way->>'said') || last), ' or ') from jsonb_array_elements(p_ways - 0) way)
        when 4 then search_begins_all(jsonb_build_array(p_ways->0))
        when 5 then nullif(search_begins_all(p_ways - 0), 'false')
        else 'true' end;
      continue when access is null;
      access := format('select d.id, %1$s as name from (select d.* from %2$s and (%3$s) and %4$s offset 0) d where %5$s = %6$s', name, among, access, p_says, ranked, at_rank);
      -- Names in the order of the list that begin so stand together in it.
      if at_rank = 2 then
        access := format('(select d.id, %1$s as name from %2$s and %1$s >= %3$L and %1$s < %4$L and %5$s and %6$s = 2 order by %1$s, d.id limit %7$s) union %8$s',
          name, among, typed, typed || last, p_says, ranked, missing, access);
      end if;
      execute format('select array(select d.id from (%s) d order by d.name, d.id limit %s)', access, missing) into more;
    end if;
    ids := ids || more;
    ranks := ranks || array_fill(at_rank, array[cardinality(more)]);
  end loop;
  return query select * from unnest(ids, ranks);
end $$;

-- What texts of some entities hold, ranked as a whole, so many of each; nothing where a number of them is given and there are as many.
create function search_ranked(p_customer bigint, p_entities text[], p_lang text, p_ways jsonb, p_says text, p_fewer_than integer, p_most integer) returns text
  language sql stable
  as $$
    select format('with hit as materialized (select d.* from search_document d where d.customer_id = %1$L::bigint and d.entity = any(%2$L) and %3$s limit %4$L)
      select b.* from (select d.entity, d.id, d.rank, row_number() over best as nth, coalesce(count(*) over (partition by d.entity) > %5$L, false) as more
        from (select d.entity, d.id, d.identifier, d.name_%6$s as name, %7$s as rank from hit d where coalesce((select count(*) from hit) < %4$L, true)) d
        window best as (partition by d.entity order by d.rank, case when d.rank = 1 then length(d.identifier) end, d.name, d.id)) b where coalesce(b.nth <= %5$L, true)',
      p_customer, p_entities, p_says, p_fewer_than, p_most, p_lang, search_rank(p_ways))
  $$;

-- What the search over some entities finds best, so many of each, in its order within each, and whether there are more; all of it where no number is given. What few texts
-- hold is ranked as a whole; of what many do, by what the planner thinks or by what is found, each entity's best are looked for. Never by reading the texts of all customers, which the planner thinks cheaper for common words.
create function search_best(p_entities text[], p_lang text, p_ways jsonb, p_most integer) returns table (entity text, id bigint, rank integer, nth bigint, more boolean)
  language plpgsql volatile security definer rows 100 set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  customer constant bigint := nullif(current_setting('app.customer_id', true), '')::bigint;
  few constant integer := 2000;
  small constant integer := 1000;
  ways constant jsonb[] := array(select (select jsonb_agg(fold(w) order by length(w) desc, w) from jsonb_array_elements_text(way->'words') w) from jsonb_array_elements(p_ways) way);
  says constant text := (select '(' || string_agg('(' || search_says(array(select jsonb_array_elements_text(way))) || ')', ' or ') || ')' from unnest(ways) way);
  two constant text := (select '(' || string_agg('(' || search_says(array(select jsonb_array_elements_text(way) limit 2)) || ')', ' or ') || ')' from unnest(ways) way);
  looked_for text;
  plan json;
  any_at_all boolean;
  small_ones text[];
  one text;
begin
  -- It works with its owner's rights, and the language becomes a part of names in its statements.
  if p_lang is null or p_lang not in ('en', 'fr') then raise 'There is no language %', p_lang; end if;
  if says is null then return; end if;
  looked_for := 'select from search_document d where d.customer_id = %L::bigint and d.entity = any(%L) and %s';
  -- How many texts hold two of the words: for a third one the planner has but a guess.
  execute 'explain (format json) ' || format(looked_for, customer, p_entities, two) into plan;
  if p_most is null or (plan->0->'Plan'->>'Plan Rows')::numeric < 5 * few then
    return query execute search_ranked(customer, p_entities, p_lang, p_ways, says, case when p_most is not null then few end, p_most);
    if found or p_most is null then return; end if;
    execute format('select exists (' || looked_for || ')', customer, p_entities, says) into any_at_all;
    if not any_at_all then return; end if;
  end if;
  small_ones := array(select e from unnest(p_entities) e
    where not exists (select from search_document d where d.customer_id = customer and d.entity = e order by d.id offset small limit 1));
  return query execute search_ranked(customer, small_ones, p_lang, p_ways, says, null, p_most);
  foreach one in array p_entities loop
    continue when one = any(small_ones);
    return query select one, b.id, b.rank, row_number() over (), count(*) over () >= p_most from search_best_of(one, p_lang, p_ways, says, p_most) b;
  end loop;
end $$;

revoke all on function search_best, search_best_of from public;
grant execute on function search_best to vigie_app;
