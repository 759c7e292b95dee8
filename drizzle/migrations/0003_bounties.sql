CREATE TABLE "agent_token" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"bounty_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bounty" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"payment_id" bigint NOT NULL,
	"state" text NOT NULL,
	"title" text NOT NULL,
	"brief" text NOT NULL,
	"amount_usdc" integer NOT NULL,
	"deadline" timestamp (0) with time zone NOT NULL,
	"chain_id" integer NOT NULL,
	"payer" text NOT NULL,
	"ref" "bytea" NOT NULL,
	"onchain_id" bigint,
	"post_is_final" boolean DEFAULT false NOT NULL,
	"accepted_submission_id" text,
	"payment_tx" "bytea" NOT NULL,
	"create_tx" "bytea",
	"accept_tx" "bytea",
	"cancel_tx" "bytea",
	"refund_tx" "bytea",
	"payout_tx" "bytea",
	"post_chain_tx_id" bigint,
	"post_tries" integer DEFAULT 0 NOT NULL,
	"exit_chain_tx_id" bigint,
	"exit_tries" integer DEFAULT 0 NOT NULL,
	"payback_chain_tx_id" bigint,
	"payback_tries" integer DEFAULT 0 NOT NULL,
	"paid_at" timestamp (0) with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "bounty_payment" UNIQUE("payment_id"),
	CONSTRAINT "bounty_ref" UNIQUE("ref"),
	CONSTRAINT "bounty_state" CHECK ("bounty"."state" in ('paid', 'creating', 'open', 'accepting', 'accepted', 'cancelling', 'cancelled', 'expired', 'expired_refunded', 'failed')),
	CONSTRAINT "bounty_amount" CHECK ("bounty"."amount_usdc" > 0),
	CONSTRAINT "bounty_posted_has_number" CHECK ("bounty"."state" in ('paid', 'creating', 'failed') or ("bounty"."onchain_id" is not null and "bounty"."create_tx" is not null)),
	CONSTRAINT "bounty_released_has_tx" CHECK (("bounty"."state" = 'accepted') = ("bounty"."accept_tx" is not null)),
	CONSTRAINT "bounty_paid_out_has_tx" CHECK (("bounty"."state" in ('cancelled', 'expired_refunded', 'failed')) = ("bounty"."payout_tx" is not null)),
	CONSTRAINT "bounty_accepted_one" CHECK (("bounty"."state" in ('accepting', 'accepted')) <= ("bounty"."accepted_submission_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "bounty_order" (
	"payment_id" bigint PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"brief" text NOT NULL,
	"amount_usdc" integer NOT NULL,
	"deadline_days" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"bounty_id" text NOT NULL,
	"contributor" text NOT NULL,
	"note" text,
	"preview_status" text DEFAULT 'pending' NOT NULL,
	"quality_status" text DEFAULT 'pending' NOT NULL,
	"reconstruction_status" text DEFAULT 'none' NOT NULL,
	"submitted_at" timestamp (0) with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "submission_contributor" CHECK ("submission"."contributor" ~ '^0x[0-9a-f]{40}$')
);
--> statement-breakpoint
ALTER TABLE "agent_token" ADD CONSTRAINT "agent_token_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty" ADD CONSTRAINT "bounty_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty" ADD CONSTRAINT "bounty_post_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("post_chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty" ADD CONSTRAINT "bounty_exit_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("exit_chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty" ADD CONSTRAINT "bounty_payback_chain_tx_id_chain_tx_id_fk" FOREIGN KEY ("payback_chain_tx_id") REFERENCES "public"."chain_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounty_order" ADD CONSTRAINT "bounty_order_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bounty_under_way" ON "bounty" USING btree ("chain_id","bounty_id") WHERE state in ('paid', 'creating', 'accepting', 'cancelling', 'expired') or (state = 'open' and not post_is_final);--> statement-breakpoint
CREATE UNIQUE INDEX "bounty_onchain_id" ON "bounty" USING btree ("chain_id","onchain_id") WHERE post_is_final;--> statement-breakpoint
CREATE INDEX "bounty_open_by_deadline" ON "bounty" USING btree ("deadline") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "submission_of_bounty" ON "submission" USING btree ("bounty_id","submitted_at");