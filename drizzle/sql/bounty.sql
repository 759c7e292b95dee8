-- A bounty's state decides where its money goes, so the database itself refuses:
-- - a change of state that is not in the lifecycle (`lib/domain/bounty.ts`), and any change of a bounty that has ended;
-- - a change of its terms: who paid, how much, until when;
-- - a change of what a payment to a contributor is based on: the accepted submission, and, once final, the escrow contract with
--   the number in it;
-- - deleting it.
create or replace function bounty_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'bounties are never deleted';
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'paid' then raise exception 'a bounty must begin as paid, not %', new.state; end if;
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

create or replace trigger bounty_guard before insert or update or delete on bounty
  for each row execute function bounty_guard();

create or replace function bounty_guard_choice() returns trigger language plpgsql as $$
begin
  if new.accepted_submission_id is distinct from old.accepted_submission_id
     and not (old.state = 'open' and new.state = 'accepting') then
    raise exception 'the accepted submission of bounty % can only be set by accepting it', old.bounty_id;
  end if;
  if old.post_is_final and (new.post_is_final, new.escrow, new.onchain_id, new.create_tx)
     is distinct from (old.post_is_final, old.escrow, old.onchain_id, old.create_tx) then
    raise exception 'the escrow contract and number of bounty % are final', old.bounty_id;
  end if;
  return new;
end $$;

create or replace trigger bounty_guard_choice before update on bounty
  for each row execute function bounty_guard_choice();
