CREATE TABLE "inflow_return" (
	"chain_id" integer NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"log_index" integer NOT NULL,
	"sender" text NOT NULL,
	"amount_atomic" numeric(78,0) NOT NULL,
	"authorization" "bytea",
	"nonce" "bytea" NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"chain_tx_id" bigint,
	"tries" integer DEFAULT 0 NOT NULL,
	"hindrance" text,
	"done_tx" "bytea",
	"asked_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "inflow_return_chain_id_tx_hash_log_index_pk" PRIMARY KEY("chain_id","tx_hash","log_index"),
	CONSTRAINT "inflow_return_nonce" UNIQUE("chain_id","nonce"),
	CONSTRAINT "inflow_return_state" CHECK ("inflow_return"."state" in ('asked', 'returned', 'withdrawn')),
	CONSTRAINT "inflow_return_done" CHECK (("inflow_return"."state" = 'returned') = ("inflow_return"."done_tx" is not null)),
	CONSTRAINT "inflow_return_withdrawn" CHECK ("inflow_return"."state" <> 'withdrawn' or "inflow_return"."chain_tx_id" is null)
);
--> statement-breakpoint
ALTER TABLE "inflow_return" ADD CONSTRAINT "inflow_return_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inflow_return_open" ON "inflow_return" USING btree ("chain_id") WHERE state = 'asked';--> statement-breakpoint
CREATE INDEX "inflow_return_authorization" ON "inflow_return" USING btree ("chain_id","sender","authorization") WHERE "authorization" is not null;--> statement-breakpoint
CREATE INDEX "payment_of_payer" ON "payment" USING btree ("payer","id");--> statement-breakpoint
CREATE INDEX "payment_nonce" ON "payment" USING btree ("nonce");--> statement-breakpoint
CREATE INDEX "payment_settle_tx" ON "payment" USING btree ("settle_tx") WHERE settle_tx is not null;--> statement-breakpoint
CREATE INDEX "payment_of_operation" ON "payment" USING btree ("operation","id");--> statement-breakpoint
CREATE INDEX "payment_of_network" ON "payment" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "payment_not_made" ON "payment" USING btree ("state","id") WHERE state in ('failed', 'void');--> statement-breakpoint
-- Money leaves by these rows: what was decided stays as it was, what is done stays done, and nothing sent is withdrawn.
create function inflow_return_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'the return of an inflow is kept';
  end if;
  if (new.chain_id, new.tx_hash, new.log_index, new.sender, new.amount_atomic, new."authorization", new.nonce)
     is distinct from
     (old.chain_id, old.tx_hash, old.log_index, old.sender, old.amount_atomic, old."authorization", old.nonce) then
    raise exception 'what goes back, and to whom, never changes';
  end if;
  if old.state = 'returned' and new is distinct from old then
    raise exception 'what went back stays so';
  end if;
  if old.state = 'withdrawn' and new.state = 'returned' then
    raise exception 'what was withdrawn did not go back';
  end if;
  if new.tries < old.tries then
    raise exception 'the tries of a return only grow';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger inflow_return_guard before update or delete on inflow_return
  for each row execute function inflow_return_guard();
