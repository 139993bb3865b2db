import { Boxes, ListOrdered, ScanLine, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathToDevice } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../kit/button.tsx'
import type { ArrayStore } from '../array-store.ts'
import { HandBar } from '../hand-bar.tsx'
import { ModulesSheet } from '../modules-sheet.tsx'
import { takeOut } from '../moves.ts'
import type { Site } from '../site.ts'
import { usePlaceText } from '../use-place-text.ts'

type DeviceBarProps = {
  site: Site
  store: ArrayStore
  deviceId: string
  /** What is looked at: the wiring or the layout. */
  of: 'string' | 'area'
  onDone: () => void
}

/** One device in the hand. */
export function DeviceBar({ site, store, deviceId, of, onDone }: DeviceBarProps) {
  const t = useTranslations('arrays')
  const { both } = usePlaceText(site)
  const [open, setOpen] = useState(false)
  const device = site.member(deviceId)
  if (!device) return null
  const hang = site.hang(deviceId)
  const there = of === 'string' ? hang.stringId !== null : hang.areaId !== null
  return (
    <>
      <HandBar
        title={device.name || device.sn}
        text={both(hang)}
        hint={t(there ? 'hand.moveTo' : 'hand.putTo')}
        onDone={onDone}
      >
        {there && (
          <Button
            kind="quiet"
            small
            icon={<Unlink size={16} aria-hidden />}
            onClick={() => {
              store.act(takeOut(site, [deviceId], of))
              onDone()
            }}
          >
            {t(of === 'string' ? 'hand.takeOut' : 'hand.takeOutArea')}
          </Button>
        )}
        <Button kind="quiet" small icon={<Boxes size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {t('hand.modules')}
        </Button>
        <ButtonLink kind="quiet" small to={pathToDevice(device.kind, deviceId)}>
          {t('hand.open')}
        </ButtonLink>
      </HandBar>
      <ModulesSheet
        open={open}
        site={site}
        store={store}
        deviceIds={[deviceId]}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

type SlotBarProps = {
  no: number
  position: number
  onFill: () => void
  onScan: () => void
  onDone: () => void
}

/** A free position in the hand: where filling begins. */
export function SlotBar({ no, position, onFill, onScan, onDone }: SlotBarProps) {
  const t = useTranslations('arrays')
  return (
    <HandBar
      title={t('hand.slot', { no: String(no), position: String(position) })}
      text={t('tray.hint')}
      onDone={onDone}
    >
      <Button kind="soft" small icon={<ListOrdered size={16} aria-hidden />} onClick={onFill}>
        {t('hand.fill')}
      </Button>
      <Button kind="soft" small icon={<ScanLine size={16} aria-hidden />} onClick={onScan}>
        {t('hand.scan')}
      </Button>
    </HandBar>
  )
}
