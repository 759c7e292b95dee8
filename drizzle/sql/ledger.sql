-- The ledger is what the chains say about our money, so an entry is never changed. Entries can be deleted, to read the chain again,
-- only in a transaction that sets `cairn.discard_books`.
create or replace function ledger_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cairn.discard_books', true) = 'on' then return old; end if;
  raise exception 'rows of ledger_entry are never changed';
end $$;

create or replace trigger ledger_append_only before update or delete on ledger_entry
  for each row execute function ledger_append_only();
