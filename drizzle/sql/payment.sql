-- What was authorized and what was settled never changes: the terms of any payment, and the whole row once it is settled.
-- The two triggers are limited so that neither runs for the updates of an ordinary sale.
create or replace function payment_guard() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'settled' and new is not distinct from old then return new; end if;
  if tg_argv[0] = 'terms'
     and (new.network, new.asset, new.payer, new.nonce, new.pay_to, new.amount_atomic, new.valid_before, new.operation,
          new.request_hash, new.payload_hash)
         is not distinct from
         (old.network, old.asset, old.payer, old.nonce, old.pay_to, old.amount_atomic, old.valid_before, old.operation,
          old.request_hash, old.payload_hash) then return new; end if;
  raise exception 'payment %: %', old.id,
    case tg_argv[0] when 'terms' then 'its terms never change' else 'it is settled and never changes' end;
end $$;

create or replace trigger payment_settled before update on payment
  for each row when (old.state = 'settled') execute function payment_guard('settled');

create or replace trigger payment_terms before update of network, asset, payer, nonce, pay_to, amount_atomic, valid_before, operation,
  request_hash, payload_hash on payment
  for each row execute function payment_guard('terms');

-- Nobody pays for a bounty that does not exist: a transaction that settles the payment of an order and leaves no bounty is
-- refused at commit.
create or replace function settled_order_has_bounty() returns trigger language plpgsql as $$
begin
  if exists (select from bounty_order where payment_id = new.id)
     and not exists (select from bounty where payment_id = new.id) then
    raise exception 'payment % is settled and has no bounty', new.id;
  end if;
  return null;
end $$;

-- PostgreSQL cannot replace a constraint trigger.
drop trigger if exists payment_settled_order_has_bounty on payment;
create constraint trigger payment_settled_order_has_bounty after insert or update on payment
  deferrable initially deferred for each row when (new.state = 'settled' and new.operation = 'createBounty')
  execute function settled_order_has_bounty();
