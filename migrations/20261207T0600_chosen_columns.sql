-- What the columns of a sheet of an organisation were chosen for, by the headings that it had: the next edition of the same sheet needs no second choice.
create table sheet_choice (
  customer_id bigint not null references customer,
  shape text not null check (shape ~ '^[0-9a-f]{64}$'),
  choice jsonb not null,
  primary key (customer_id, shape)
);
call tenant_policies('sheet_choice', 'select, insert, update');
