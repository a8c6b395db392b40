-- An archive of a customer that waits for its deletion is made by the provider, who is no member of it: it is theirs by their account. It lies among the customer's own rows and files, and goes with them.
alter table customer_archive
  alter column member_id drop not null,
  add column account_id bigint,
  add check ((member_id is null) <> (account_id is null));
