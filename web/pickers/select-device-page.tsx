import { usePageSearch } from '../shell/page-search.ts'
import { DevicePicker } from './device-picker.tsx'

/** One device or several, by name. */
export function SelectDevicePage() {
  const { ask, stationId, many = false } = usePageSearch('select-device')
  return <DevicePicker key={ask} askId={ask} many={many} stationId={stationId} by="name" />
}
