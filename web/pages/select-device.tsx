import { usePageSearch } from '../app/shell/page-search.ts'
import { DevicePreview } from '../parts/devices/lazy-preview.tsx'
import { DevicePicker } from '../parts/pickers/device-picker.tsx'

/** One device or several, by name. */
export function SelectDevicePage() {
  const { ask, stationId, many = false, kind, open } = usePageSearch('select-device')
  return (
    <DevicePicker
      key={`${ask} ${kind}`}
      askId={ask}
      many={many}
      stationId={stationId}
      by="name"
      first={kind}
      opens={open}
      renderPreview={(id) => <DevicePreview key={id} deviceId={id} />}
    />
  )
}
