/**
 * How far somebody has read who follows what transactions write: since when the database runs, and before which of its
 * transactions all had ended (`pg_snapshot_xmin`), with `|` between.
 */

/** The number of the transaction from which on something new may have been written. */
export const readBefore = (behind: string): string => behind.split('|')[1] ?? '0'

/** Whether one goes on from the other: a server that was started since may give numbers of transactions again that were lost. */
export const isLater = (behind: string, before: string): boolean => {
  const [start, no] = behind.split('|')
  const [startBefore, noBefore] = before.split('|')
  return start === startBefore && BigInt(no ?? 0) >= BigInt(noBefore ?? 0)
}
