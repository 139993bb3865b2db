import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Segmented } from '../../kit/segmented.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { RegistersPart } from './diagnose-part.tsx'
import { readAddress } from './device-address.ts'
import type { ReadDevice } from './device-rows.ts'
import { DeviceSettings } from './device-settings.tsx'
import { DeviceState } from './device-state.tsx'
import type { Edge } from './edge-view.ts'
import styles from './edges.module.css'

type EdgeDeviceSheetProps = {
  /** null while none is open. */
  one: ReadDevice | null
  open: boolean
  settings: Edge['settings']
  mayConfigure: boolean
  mayDiagnose: boolean
  onClose: () => void
}

/** A device that an edge reads: how its line is, where it is, and a closer look. */
export function EdgeDeviceSheet({ one, open, onClose, ...rest }: EdgeDeviceSheetProps) {
  const t = useTranslations('edge')
  // What it was stands while the sheet closes.
  const [last, setLast] = useState(one)
  if (one !== null && one !== last) setLast(one)
  return (
    <Sheet open={open && one !== null} onClose={onClose} title={last?.name ?? t('title')} size="full">
      {last && <Parts key={last.device.id} {...rest} one={last} onGone={onClose} />}
    </Sheet>
  )
}

type PartsProps = Omit<EdgeDeviceSheetProps, 'one' | 'open' | 'onClose'> & {
  one: ReadDevice
  onGone: () => void
}

function Parts({ one, settings, mayConfigure, mayDiagnose, onGone }: PartsProps) {
  const t = useTranslations('edge')
  const [part, setPart] = useState<'state' | 'settings' | 'look'>('state')
  const scheme = readAddress(one.device.url)?.scheme
  // Only what speaks Modbus has registers.
  const hasRegisters =
    scheme !== undefined && !['fronius', 'enphase', 'opendtu', 'shelly', 'mqtt'].includes(scheme)
  const offered = [
    'state' as const,
    ...(mayConfigure ? (['settings'] as const) : []),
    ...(mayDiagnose ? (['look'] as const) : []),
  ]
  return (
    <>
      {offered.length > 1 && (
        <div className={styles.parts}>
          <Segmented
            label={one.name}
            options={offered.map((value) => ({ value, label: t(`part.${value}`) }))}
            value={part}
            onChange={setPart}
          />
        </div>
      )}
      {part === 'state' && <DeviceState one={one} settings={settings} />}
      {part === 'settings' && <DeviceSettings one={one} onGone={onGone} />}
      {part === 'look' &&
        (hasRegisters ? (
          <RegistersPart edgeDeviceId={one.device.id} />
        ) : (
          <p className={styles.under}>{t('registersOnly')}</p>
        ))}
    </>
  )
}
