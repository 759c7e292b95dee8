-- What a decision about money was made from does not change behind it: the submission that is paid, the number whose money leaves,
-- the payment that was settled, the token that opens a bounty.
create function bounty_guard_choice() returns trigger language plpgsql as $$
begin
  if new.accepted_submission_id is distinct from old.accepted_submission_id
     and not (old.state = 'open' and new.state = 'accepting') then
    raise exception 'the accepted submission of bounty % is chosen by its accept alone', old.bounty_id;
  end if;
  if old.post_is_final and (new.post_is_final, new.onchain_id, new.create_tx)
     is distinct from (old.post_is_final, old.onchain_id, old.create_tx) then
    raise exception 'the number of bounty % is final', old.bounty_id;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger bounty_guard_choice before update on bounty
  for each row execute function bounty_guard_choice();
--> statement-breakpoint
create function payment_guard() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'settled' and new is not distinct from old then return new; end if;
  if tg_argv[0] = 'terms'
     and (new.network, new.asset, new.payer, new.nonce, new.pay_to, new.amount_atomic, new.valid_before, new.operation,
          new.request_hash, new.payload_hash)
         is not distinct from
         (old.network, old.asset, old.payer, old.nonce, old.pay_to, old.amount_atomic, old.valid_before, old.operation,
          old.request_hash, old.payload_hash) then return new; end if;
  raise exception 'payment %: its % never change', old.id,
    case tg_argv[0] when 'terms' then 'terms' else 'facts, once settled,' end;
end $$;
--> statement-breakpoint
-- Neither runs for the updates that every sale makes.
create trigger payment_settled before update on payment
  for each row when (old.state = 'settled') execute function payment_guard('settled');
--> statement-breakpoint
create trigger payment_terms before update of network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation,
  request_hash, payload_hash on payment
  for each row execute function payment_guard('terms');
--> statement-breakpoint
create trigger agent_token_append_only before update or delete on agent_token
  for each row execute function refuse_change();
