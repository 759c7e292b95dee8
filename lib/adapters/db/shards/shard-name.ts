/** The name of a shard's publication and subscription. `place` counts from 1. */
export const shardName = (place: number, count: number) => `cairn_shard_${place}_of_${count}`
