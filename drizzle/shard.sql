-- The tables of a shard: what spatial queries read, of the cells of its part. The publication of the primary has the same columns. The comments mark
-- tables that `npm run shards` may replace.
create table observation (
  recency bigint not null,
  cell integer not null,
  tree_id integer not null,
  leaf_hash bytea not null,
  sha256 bytea not null
);
-- The only index: queries read whole rows from it, and a withdrawal finds its row by it.
create unique index observation_by_cell on observation (cell, recency, sha256, leaf_hash, tree_id);

create table cell_presence (cell integer primary key);

create table tree (
  tree_id integer primary key,
  root bytea not null,
  attest_uid bytea,
  attest_tx bytea
);

create table feed_head (
  one boolean primary key,
  published_version uuid not null,
  previous_version uuid not null
);

comment on table observation is 'part of a Cairn shard';
comment on table cell_presence is 'part of a Cairn shard';
comment on table tree is 'part of a Cairn shard';
comment on table feed_head is 'part of a Cairn shard';

-- A shard that follows a promoted or restored server may have changes that this server never had, or lack some. Then its version is not the one
-- before the next change. It receives nothing more, and is not used, because its version stays old.
create or replace function refuse_gap() returns trigger language plpgsql as $$
begin
  if new.published_version <> old.published_version and new.previous_version <> old.published_version then
    raise exception 'This shard does not have the version before %: it has missed changes, or has changes of another server. Make it again: npm run shards -- remove, then npm run shards.',
      new.published_version;
  end if;
  return new;
end $$;
create trigger refuse_gap before update on feed_head for each row execute function refuse_gap();
-- Changes that come from the primary fire no other triggers.
alter table feed_head enable always trigger refuse_gap;

-- As on the primary, see sql/autovacuum.sql.
alter table observation set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
