-- What of the business an incident did harm to.
call link_table('incident', 'business_values', 'business_value');
