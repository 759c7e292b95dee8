insert into service_clock default values;
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;
--> statement-breakpoint
create trigger event_append_only before update or delete on event
  for each row execute function refuse_change();
--> statement-breakpoint
alter table capture set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
--> statement-breakpoint
alter table observation set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
