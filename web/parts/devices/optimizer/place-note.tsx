import { MapPin } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { modulesOfOptimizer } from '#domain/devices/module-counts.ts'
import type { DeviceDetail } from '../device-facts.ts'
import styles from './optimizer.module.css'

/** Where it hangs, and whether it carries two modules. */
export function PlaceNote({ device }: { device: DeviceDetail['device'] }) {
  const t = useTranslations('device.optimizer')
  const { stringNo, position } = device
  return (
    <div className={styles.place}>
      <p>
        <MapPin size={15} aria-hidden />
        {stringNo === null
          ? t('notPlaced')
          : position === null
            ? t('inStringOnly', { string: String(stringNo) })
            : t('inString', { string: String(stringNo), position: String(position) })}
      </p>
      {modulesOfOptimizer(device.brand, device.model) === 2 && (
        <p className={styles.two}>{t('twoModules')}</p>
      )}
    </div>
  )
}
