import { Navigation } from 'lucide-react'
import { useState } from 'react'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { RoundButton, RoundPlace } from '../../stations/presence/round.tsx'
import { geoPlace, type Place } from './way-links.ts'

const WaySheet = lazySheet(async () => (await import('./way-sheet.tsx')).WaySheet)

const onAndroid = (): boolean => /android/i.test(navigator.userAgent)

type WayButtonProps = { to: Place; address: string; label: string }

/** Leads there: on Android at once, with the map that the phone has; elsewhere with one that is chosen. */
export function WayButton({ to, address, label }: WayButtonProps) {
  const [open, setOpen] = useState(false)
  const icon = <Navigation size={22} aria-hidden />
  if (onAndroid()) return <RoundPlace at={geoPlace(to)} label={label} icon={icon} />
  return (
    <>
      <RoundButton label={label} icon={icon} onPress={() => setOpen(true)} />
      {open && <WaySheet to={to} address={address} onClose={() => setOpen(false)} />}
    </>
  )
}
