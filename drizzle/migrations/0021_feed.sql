CREATE TABLE "feed" (
	"position" bigint PRIMARY KEY NOT NULL,
	"sha256" "bytea" NOT NULL,
	"cell" integer NOT NULL,
	"published_at" timestamp with time zone DEFAULT service_now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_head" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "feed_head_one_row" CHECK ("feed_head"."one")
);
--> statement-breakpoint
CREATE TABLE "stream_lease" (
	"lease_id" uuid PRIMARY KEY NOT NULL,
	"key_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stream_lease" ADD CONSTRAINT "stream_lease_key_id_api_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_by_cell" ON "feed" USING btree ("cell","position");--> statement-breakpoint
CREATE INDEX "feed_published_at" ON "feed" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "stream_lease_of_key" ON "stream_lease" USING btree ("key_id","expires_at");
--> statement-breakpoint
-- Positions begin here: what was published before is found by a query, and nobody has an id that leads back to it.
insert into feed_head default values;
