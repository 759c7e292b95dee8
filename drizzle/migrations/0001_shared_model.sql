CREATE TABLE "shared_model" (
	"bounty_id" text PRIMARY KEY NOT NULL,
	"page_id" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT service_now() NOT NULL,
	CONSTRAINT "shared_model_page" UNIQUE("page_id"),
	CONSTRAINT "shared_model_page_id" CHECK ("shared_model"."page_id" ~ '^mdl_[0-9a-f]{32}$')
);
--> statement-breakpoint
ALTER TABLE "shared_model" ADD CONSTRAINT "shared_model_bounty_id_bounty_bounty_id_fk" FOREIGN KEY ("bounty_id") REFERENCES "public"."bounty"("bounty_id") ON DELETE no action ON UPDATE no action;