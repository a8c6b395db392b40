-- Pictures that texts and headers show: drawn anew when they come in, and shown to everybody of the organisation who knows their number.
create table picture (
  customer_id bigint not null references customer,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('LOGO', 'TEXT')),
  mime text not null check (mime in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (customer_id, id)
);
create unique index on picture (customer_id) where kind = 'LOGO';
call tenant_policies('picture');
