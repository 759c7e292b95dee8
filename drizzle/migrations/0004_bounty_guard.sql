-- Whatever writes to it, a bounty moves only along its lifecycle, and who paid, how much and until when never changes.
create function bounty_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'bounties are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'paid' then raise exception 'a bounty begins paid, not %', new.state; end if;
    return new;
  end if;
  if (new.bounty_id, new.payment_id, new.title, new.brief, new.amount_usdc, new.deadline, new.chain_id, new.payer, new.ref,
      new.payment_tx, new.paid_at)
     is distinct from
     (old.bounty_id, old.payment_id, old.title, old.brief, old.amount_usdc, old.deadline, old.chain_id, old.payer, old.ref,
      old.payment_tx, old.paid_at) then
    raise exception 'the terms of bounty % never change', old.bounty_id;
  end if;
  if new.state = old.state then
    if old.state in ('accepted', 'cancelled', 'expired_refunded', 'failed') then
      raise exception 'bounty % has ended and never changes', old.bounty_id;
    end if;
    return new;
  end if;
  if (old.state, new.state) not in (
    ('paid', 'creating'), ('paid', 'failed'), ('creating', 'open'), ('creating', 'failed'), ('open', 'creating'),
    ('open', 'accepting'), ('open', 'cancelling'), ('open', 'expired'),
    ('accepting', 'accepted'), ('accepting', 'expired_refunded'), ('cancelling', 'cancelled'),
    ('expired', 'expired_refunded')) then
    raise exception 'bounty % cannot go from % to %', old.bounty_id, old.state, new.state;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger bounty_guard before insert or update or delete on bounty
  for each row execute function bounty_guard();
--> statement-breakpoint
-- A settled payment for a bounty without its bounty would be money taken for nothing: the transaction that would leave one
-- behind is refused.
create function settled_order_has_bounty() returns trigger language plpgsql as $$
begin
  if exists (select from bounty_order where payment_id = new.id)
     and not exists (select from bounty where payment_id = new.id) then
    raise exception 'payment % is settled and has no bounty', new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger payment_settled_order_has_bounty after insert or update on payment
  deferrable initially deferred for each row when (new.state = 'settled' and new.operation = 'createBounty')
  execute function settled_order_has_bounty();
