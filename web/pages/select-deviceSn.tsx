import { usePageSearch } from '../app/shell/page-search.ts'
import { DevicePreview } from '../parts/devices/lazy-preview.tsx'
import { DevicePicker } from '../parts/pickers/device-picker.tsx'

/** One device or several, by serial number. The route keeps its spelling. */
export function SelectDeviceSnPage() {
  const { ask, stationId, many = false } = usePageSearch('select-deviceSn')
  return (
    <DevicePicker
      key={ask}
      askId={ask}
      many={many}
      stationId={stationId}
      by="sn"
      renderPreview={(id) => <DevicePreview key={id} deviceId={id} />}
    />
  )
}
