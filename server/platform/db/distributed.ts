/**
 * Tables that grow with the readings of a fleet, in the order in which they are made distributed tables of Citus: the
 * first one decides which shards there are, the others lie beside it. All other tables stay on the coordinator.
 */
export const distributedTables = ['reading', 'reading_packed'] as const
/** Whose hash says on which machine a row lies: a device's readings lie together. */
export const distributionColumn = 'device_no'

export type DistributedOver = {
  /** Where the other machines reach this database, `host:port`. */
  coordinator: string
  /** `host:port` of each machine that takes shards. */
  workers: readonly string[]
  /** 1 and more: how many parts; no fewer than machines, now and later. */
  shards: number
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const node = (address: string): string => {
  const at = address.lastIndexOf(':')
  return `${quoted(address.slice(0, at).replace(/^\[|\]$/g, ''))}, ${address.slice(at + 1)}`
}

/**
 * SQL for the superuser of a database whose schema is there already, in this order, with the servers stopped. Functions go
 * first: the views over readings call them where the readings lie.
 */
export const distribution = ({ coordinator, workers, shards }: DistributedOver): string[] => {
  const [first, ...beside] = distributedTables
  return [
    'CREATE EXTENSION IF NOT EXISTS citus;',
    `SELECT citus_set_coordinator_host(${node(coordinator)});`,
    ...workers.map((worker) => `SELECT citus_add_node(${node(worker)});`),
    `SELECT create_distributed_function(p.oid::regprocedure::text) FROM pg_proc p
 WHERE p.pronamespace = current_schema()::regnamespace AND p.provolatile = 'i' AND p.prokind = 'f'
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
 ORDER BY p.oid;`,
    `SELECT create_distributed_table('${first}', '${distributionColumn}', shard_count => ${shards});`,
    ...beside.map(
      (table) =>
        `SELECT create_distributed_table('${table}', '${distributionColumn}', colocate_with => '${first}');`,
    ),
    ...distributedTables.map((table) => `SELECT truncate_local_data_after_distributing_table('${table}');`),
  ]
}
