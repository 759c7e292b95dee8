-- A line in the books is never rewritten. It can only be thrown away with all the others of its network, to be read from the
-- chain again, and only by who says so.
create function ledger_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cairn.discard_books', true) = 'on' then return old; end if;
  raise exception 'rows of ledger_entry are never changed';
end $$;
--> statement-breakpoint
create trigger ledger_append_only before update or delete on ledger_entry
  for each row execute function ledger_append_only();
