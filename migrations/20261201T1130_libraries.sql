-- What an inventory brought is a library or a service of its application: the plain list of assets leaves out libraries alone. Of what came before, only what has a package URL and runs inside
-- another is known to be one; the next inventory of the application says it of the rest.
alter table supporting_asset add column library boolean not null default false;
alter table supporting_asset_history add column library boolean not null default false;
alter table supporting_asset no force row level security;
alter table supporting_asset_history no force row level security;
update supporting_asset set library = true where application_id is not null and external_key like 'pkg:%';
update supporting_asset_history set library = true where application_id is not null and external_key like 'pkg:%';
alter table supporting_asset force row level security;
alter table supporting_asset_history force row level security;
