import type { Hand } from './string-positions.tsx'
import { List } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { POSITION_MAX } from '#domain/devices/limits.ts'
import { pathTo } from '../../../paths.ts'
import { ButtonLink } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { Go } from '../../../kit/navigation/go.tsx'
import { stringsByInverter } from '../by-inverter.ts'
import { moveToPosition } from '../moves.ts'
import { ScanSheet, type NextPlace } from '../scan-sheet.tsx'
import { freePositions, type MemberKind, type Site } from '../site.ts'
import type { ArrayUse } from '../use-array.ts'
import { usePlaceText } from '../use-place-text.ts'
import { DeviceTray } from './device-tray.tsx'
import { FillSheet } from './fill-sheet.tsx'
import { DeviceBar, SlotBar } from './hand-bars.tsx'
import { StringPositions } from './string-positions.tsx'
import styles from './electrical.module.css'
import { Windowed } from '../../../kit/windowed.tsx'

type ViewProps = { stationId: string; array: ArrayUse & { site: Site }; kind: MemberKind }

/** With more devices each string is opened by hand. */
const openUpTo = 240

/** Which device hangs at which position of which string. */
export function ElectricalView({ stationId, array, kind }: ViewProps) {
  const t = useTranslations('arrays')
  const { site, inverters, store, state } = array
  const { wired } = usePlaceText(site)
  const [hand, setHand] = useState<Hand>(null)
  const [open, setOpen] = useState<'fill' | 'scan' | null>(null)
  const groups = useMemo(() => stringsByInverter(site.strings, inverters), [site.strings, inverters])
  const deviceId = hand && 'deviceId' in hand ? hand.deviceId : null
  const slot = hand && 'position' in hand ? hand : null

  const tap = (stringId: string, position: number): void => {
    const there = site.atPosition(kind, stringId, position)
    if (deviceId !== null) {
      if (there === deviceId) setHand(null)
      else {
        store.act(moveToPosition(site, deviceId, stringId, position))
        setHand(null)
      }
    } else if (there !== null) setHand({ deviceId: there })
    else setHand(slot?.stringId === stringId && slot.position === position ? null : { stringId, position })
  }
  const next = (now: Site): NextPlace => {
    if (!slot) return null
    const { stringId } = slot
    const [position] = freePositions(now, kind, stringId, {
      from: slot.position,
      count: 1,
      most: POSITION_MAX,
    })
    if (position === undefined) return null
    return {
      text: wired({ stringId, position }),
      put: (id) => moveToPosition(now, id, stringId, position),
    }
  }
  if (inverters.length === 0 && site.strings.length === 0)
    return (
      <EmptyState
        title={t('noInverter')}
        text={t('noInverterText')}
        action={
          <ButtonLink to={pathTo('add-generate-power-device', { stationId })}>{t('addDevices')}</ButtonLink>
        }
      />
    )
  return (
    <>
      <DeviceTray
        site={site}
        kind={kind}
        chosen={deviceId}
        onChoose={(id) => setHand(id === deviceId ? null : { deviceId: id })}
      />
      <Windowed items={groups} as="div" rowHeight={600} pieceOf={4}>
        {(piece) =>
          piece.map(({ inverter, mppts }) => (
            <Card
              flush
              key={inverter?.id ?? 'none'}
              title={inverter?.name || inverter?.sn || t('noInverter')}
              action={
                inverter && (
                  <Go to={pathTo('add-group-device', { stationId, inverterId: inverter.id })}>
                    {t('list.add')}
                  </Go>
                )
              }
            >
              {mppts.length === 0 && <p className={styles.none}>{t('list.none')}</p>}
              {mppts.length > 0 && (
                <div className={styles.groups}>
                  {mppts.map(({ mpptNo, strings }) => (
                    <section key={mpptNo ?? 'none'} className={styles.group}>
                      <h3 className={styles.mppt}>
                        {mpptNo === null ? t('noMppt') : t('mppt', { no: String(mpptNo) })}
                      </h3>
                      {strings.map((string) => (
                        <StringPositions
                          key={string.id}
                          site={site}
                          string={string}
                          kind={kind}
                          hand={hand}
                          fresh={state.fresh}
                          openAtFirst={site.members.length <= openUpTo}
                          onTap={tap}
                          onDevice={(id) => setHand({ deviceId: id })}
                        />
                      ))}
                    </section>
                  ))}
                </div>
              )}
            </Card>
          ))
        }
      </Windowed>
      <ButtonLink
        kind="soft"
        wide
        icon={<List size={18} aria-hidden />}
        to={pathTo('group-device-list', { stationId })}
      >
        {t('list.manage')}
      </ButtonLink>
      {deviceId !== null && (
        <DeviceBar site={site} store={store} deviceId={deviceId} of="string" onDone={() => setHand(null)} />
      )}
      {slot && (
        <SlotBar
          no={site.strings.find(({ id }) => id === slot.stringId)?.no ?? 0}
          position={slot.position}
          onFill={() => setOpen('fill')}
          onScan={() => setOpen('scan')}
          onDone={() => setHand(null)}
        />
      )}
      {slot && (
        <>
          <FillSheet
            open={open === 'fill'}
            site={site}
            store={store}
            kind={kind}
            slot={slot}
            onClose={() => setOpen(null)}
            onFilled={() => {
              setOpen(null)
              setHand(null)
            }}
          />
          <ScanSheet
            open={open === 'scan'}
            store={store}
            site={site}
            next={next}
            placed={(hang) => (hang.stringId === null || hang.position === null ? null : wired(hang))}
            onClose={() => {
              setOpen(null)
              setHand(null)
            }}
          />
        </>
      )}
    </>
  )
}
