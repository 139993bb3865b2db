/**
 * Into so many parts falls the work of jobs that several servers share: a device by its number, a station by its id.
 * `rule_collection` has a row for each, so the number is only changed with a migration.
 */
export const SHARDS = 4
export const allShards: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard)
