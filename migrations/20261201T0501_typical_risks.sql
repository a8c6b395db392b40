-- A risk says of which typical risk it was made.
alter table risk add column model_id bigint, add foreign key (customer_id, model_id) references risk_model (customer_id, id);
alter table risk_history add column model_id bigint;
create index on risk (customer_id, model_id);
