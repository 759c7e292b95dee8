-- Vacuums these two tables after every 50,000 new rows, however large they are. A vacuum marks pages as visible to everyone, and
-- only such pages can be skipped by a query that reads an index alone. With the default, a fifth of the table would have to be
-- new first.
alter table capture set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
alter table observation set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
