-- Logs and tokens: a row can be added, but never changed or deleted. The function also protects ended freezes (freeze.sql).
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;

create or replace trigger event_append_only before update or delete on event
  for each row execute function refuse_change();

create or replace trigger operator_action_append_only before update or delete on operator_action
  for each row execute function refuse_change();

create or replace trigger agent_token_append_only before update or delete on agent_token
  for each row execute function refuse_change();

create or replace trigger token_recovery_append_only before update or delete on token_recovery
  for each row execute function refuse_change();
