-- The provider's list of organisations shows their logos; the pictures of their texts stay theirs.
create policy provider_logo on picture for select to vigie_provider using (kind = 'LOGO');
grant select on picture to vigie_provider;
