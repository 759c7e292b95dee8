CREATE TABLE "bounty_answer" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"submission_id" text,
	"body" text NOT NULL,
	"answered_at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bounty_answer" ADD CONSTRAINT "bounty_answer_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;