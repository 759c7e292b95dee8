ALTER TABLE "bounty" ADD COLUMN "place_geohash" text;--> statement-breakpoint
ALTER TABLE "bounty" ADD COLUMN "place_latitude" double precision;--> statement-breakpoint
ALTER TABLE "bounty" ADD COLUMN "place_longitude" double precision;--> statement-breakpoint
ALTER TABLE "bounty" ADD CONSTRAINT "bounty_place" CHECK (num_nonnulls("bounty"."place_geohash", "bounty"."place_latitude", "bounty"."place_longitude") in (0, 3) and "bounty"."place_geohash" ~ '^[0-9b-hjkmnp-z]{1,6}$' and "bounty"."place_latitude" between -90 and 90 and "bounty"."place_longitude" between -180 and 180);