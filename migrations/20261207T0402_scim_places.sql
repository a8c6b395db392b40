-- Perimeters that groups gave somebody, apart from those that they have here: what was chosen by hand stays, whatever groups give next. Null: told before this was kept.
alter table scim_user add column given_perimeters bigint[];
