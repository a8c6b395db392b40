-- Whoever reaches few perimeters, or none, finds their exemptions by these instead of every exemption being asked; so does who decides.
create index on exemption (customer_id, created_by);
create index on exemption (customer_id, perimeter_set_id, status);
