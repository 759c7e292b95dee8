-- A row of inflow_return sends money out of the treasury. Its receiver, amount and nonce never change, a completed return never
-- changes, a withdrawn one is never completed, and no row is deleted: the nonce is what stops a second transfer.
create or replace function inflow_return_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'returns of inflows are never deleted';
  end if;
  if (new.chain_id, new.tx_hash, new.log_index, new.sender, new.amount_atomic, new."authorization", new.nonce)
     is distinct from
     (old.chain_id, old.tx_hash, old.log_index, old.sender, old.amount_atomic, old."authorization", old.nonce) then
    raise exception 'the terms of a return never change';
  end if;
  if old.state = 'returned' and new is distinct from old then
    raise exception 'a completed return never changes';
  end if;
  if old.state = 'withdrawn' and new.state = 'returned' then
    raise exception 'a withdrawn return cannot be completed';
  end if;
  if new.tries < old.tries then
    raise exception 'the number of tries of a return never decreases';
  end if;
  return new;
end $$;

create or replace trigger inflow_return_guard before update or delete on inflow_return
  for each row execute function inflow_return_guard();
