import { stringsByInverter } from '../by-inverter.ts'
import type { Site } from '../site.ts'
import type { ArrayUse } from '../use-array.ts'
import { InverterStringsCard } from './inverter-strings-card.tsx'

type PresentStringsProps = {
  stationId: string
  array: ArrayUse & { site: Site }
  /** Of all inverters as long as none is chosen. */
  inverterId: string | null
}

/** The strings there are, beside the form of another: which numbers are taken, and what the others are like. */
export function PresentStrings({ stationId, array: { site, inverters }, inverterId }: PresentStringsProps) {
  return stringsByInverter(site.strings, inverters)
    .filter(({ inverter, mppts }) => mppts.length > 0 && (inverterId === null || inverter?.id === inverterId))
    .map((group) => (
      <InverterStringsCard
        key={group.inverter?.id ?? 'none'}
        stationId={stationId}
        group={group}
        site={site}
        chosen={null}
        onChoose={() => {}}
      />
    ))
}
