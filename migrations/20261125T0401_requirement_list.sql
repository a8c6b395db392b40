-- The list of all requirements as it opens: by their references.
create index on control (customer_id, identifier, id);
