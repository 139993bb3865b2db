import { nameFromLists, useStation } from './station-queries.ts'
import styles from './station-line.module.css'

/** Whose page it is, where the bar says what it is: who has three stations open must not act in the wrong one. */
export function StationLine({ stationId }: { stationId: string }) {
  const { data } = useStation(stationId)
  return <p className={styles.name}>{data?.station.name ?? nameFromLists(stationId) ?? '\u00a0'}</p>
}
