-- Help: what staff wrote in place of the pages that come with the product, and what readers thought of them. Of no customer: everybody reads the same pages.

create table wiki_page (
  identifier text primary key check (identifier ~ '^[a-z0-9_]{1,64}$'),
  id bigint generated always as identity unique,
  -- Without it the page is as it came with the product.
  edited boolean not null default false,
  title_en text,
  title_fr text,
  content_en text,
  content_fr text,
  children text[] not null default '{}',
  link_id text,
  provider text check (provider in ('VIMEO', 'YOUTUBE')),
  -- 0 until it is first edited; goes on counting when the original is restored.
  version int not null default 0,
  updated_at timestamptz,
  check (not edited or (title_en is not null and title_fr is not null and content_en is not null and content_fr is not null)),
  check ((provider is null) = (link_id is null)),
  -- What is put into the address of a player.
  check (case provider when 'VIMEO' then link_id ~ '^[0-9]{5,12}$' when 'YOUTUBE' then link_id ~ '^[A-Za-z0-9_-]{11}$' else true end)
);
grant select, insert, update, delete on wiki_page to vigie_provider;

-- One vote of each account for each page (SHL-18).
create table wiki_vote (
  identifier text not null check (identifier ~ '^[a-z0-9_]{1,64}$'),
  account_id bigint not null references account on delete cascade,
  rating smallint not null check (rating between -1 and 1),
  voted_at timestamptz not null,
  primary key (identifier, account_id)
);
create index on wiki_vote (account_id);
grant select, insert, update, delete on wiki_vote to vigie_provider;

-- The pages that staff rewrote; the text of one of them, or of all.
create function edited_wiki_pages(p_text_of text) returns table (identifier text, title_en text, title_fr text, content_en text, content_fr text, children text[], link_id text, provider text, version int)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select p.identifier, p.title_en, p.title_fr,
      case when p_text_of is null or p.identifier = p_text_of then p.content_en end, case when p_text_of is null or p.identifier = p_text_of then p.content_fr end,
      p.children, p.link_id, p.provider, p.version
    from wiki_page p where p.edited
  $$;

-- Staff who write for everybody, where they act for no organisation: outside of all, or in a catalog.
create function may_edit_wiki(p_account bigint, p_customer bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (select 1 from account a where a.id = p_account and not a.disabled and a.admin_type in ('ROOT', 'STAFF_PLUS'))
      and exists (select 1 from customer c where c.id = p_customer and c.kind in ('PROVIDER', 'CATALOG'))
  $$;

-- The version that a page has, kept from others until the end of the transaction.
create function lock_wiki_page(p_identifier text) returns table (id bigint, version int)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into wiki_page (identifier) values (p_identifier) on conflict on constraint wiki_page_pkey do nothing;
  return query select p.id, p.version from wiki_page p where p.identifier = p_identifier for update;
end $$;

-- Writes a page that is locked, for an account that may; false: it may not.
create function save_wiki_page(p_account bigint, p_identifier text, p_page jsonb) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if not may_edit_wiki(p_account, current_customer()) then return false; end if;
  update wiki_page set edited = true, title_en = p_page->>'title_en', title_fr = p_page->>'title_fr', content_en = p_page->>'content_en', content_fr = p_page->>'content_fr',
    children = array(select jsonb_array_elements_text(p_page->'children')), link_id = p_page->>'link_id', provider = p_page->>'provider',
    version = version + 1, updated_at = moment()
  where identifier = p_identifier;
  return true;
end $$;

create function restore_wiki_page(p_account bigint, p_identifier text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if not may_edit_wiki(p_account, current_customer()) then return false; end if;
  update wiki_page set edited = false, title_en = null, title_fr = null, content_en = null, content_fr = null, children = '{}', link_id = null, provider = null,
    version = version + 1, updated_at = moment()
  where identifier = p_identifier;
  return true;
end $$;

-- 0: nobody has ever changed it.
create function wiki_version_of(p_identifier text) returns int
  language sql stable security definer set search_path = public, pg_temp
  as $$ select coalesce((select version from wiki_page where identifier = p_identifier), 0) $$;

create function wiki_rating_of(p_account bigint, p_identifier text) returns int
  language sql stable security definer set search_path = public, pg_temp
  as $$ select rating::int from wiki_vote where account_id = p_account and identifier = p_identifier $$;

create function rate_wiki_page(p_account bigint, p_identifier text, p_rating int) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into wiki_vote (identifier, account_id, rating, voted_at) values (p_identifier, p_account, p_rating, moment())
      on conflict (identifier, account_id) do update set rating = excluded.rating, voted_at = excluded.voted_at
  $$;

-- How many found each page helpful, kind of, or not really; nobody's own vote.
create function wiki_feedback() returns table (identifier text, helpful int, kind_of int, not_really int)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select v.identifier, count(*) filter (where v.rating = 1)::int, count(*) filter (where v.rating = 0)::int, count(*) filter (where v.rating = -1)::int
    from wiki_vote v group by v.identifier
  $$;

do $$
declare f regprocedure;
begin
  foreach f in array array['edited_wiki_pages(text)', 'may_edit_wiki(bigint, bigint)', 'lock_wiki_page(text)', 'save_wiki_page(bigint, text, jsonb)', 'restore_wiki_page(bigint, text)',
    'wiki_version_of(text)', 'wiki_rating_of(bigint, text)', 'rate_wiki_page(bigint, text, int)', 'wiki_feedback()']::regprocedure[]
  loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to vigie_app', f);
  end loop;
end $$;
