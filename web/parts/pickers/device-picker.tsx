import { reportedKinds } from '#domain/devices/kinds.ts'
import { Hash, ScanLine } from 'lucide-react'
import { createElement, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { readLabel } from '#domain/devices/read-label.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { usePages } from '../../app/lists/use-pages.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { pathTo, pathToDevice } from '../../paths.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { Chips } from '../../kit/chips.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { LazyScanner } from '../../app/scanner/lazy-scanner.ts'
import { wakeSound, type Verdict } from '../../kit/scanner/signals.ts'
import { useHandScanner } from '../../kit/scanner/use-hand-scanner.ts'
import { IconButton } from '../../kit/page.tsx'
import { kindIcons } from '../states/kind-icons.ts'
import { LevelPill, StatusPill } from '../states/status-pill.tsx'
import { PickerPage } from './picker-page.tsx'
import type { PickItem } from './pick-list.tsx'
import styles from './pickers.module.css'
import { useTyped } from './use-typed.ts'

type Device = Answer<'GET /api/devices'>['devices'][number]
type Kind = Device['kind']

const pageSize = 50
const kinds: readonly Kind[] = [...reportedKinds, 'gateway']

const useDevices = (search: string, kind: Kind | null, stationId: string | undefined) => {
  const query = {
    limit: pageSize,
    ...(search && { search }),
    ...(kind && { kind }),
    ...(stationId !== undefined && { stationId }),
  }
  return usePages('GET /api/devices', { query }, (page) => page.devices)
}

type DevicePickerProps = {
  askId: string | undefined
  many: boolean
  stationId: string | undefined
  /** What a choice is called: a device by its name, or by its serial number. */
  by: 'name' | 'sn'
  /** The kind that is shown first. */
  first?: Kind | undefined
  /** A page of gateways: only they are offered. */
  opens?: 'connect-device' | undefined
  renderPreview?: (id: string) => ReactNode
}

/** Devices among those that this person may see, of one station or all. */
export function DevicePicker({ askId, many, stationId, by, first, opens, renderPreview }: DevicePickerProps) {
  const t = useTranslations('pickers')
  const words = useKindWords()
  const [kind, setKind] = useState<Kind | null>(opens ? 'gateway' : (first ?? null))
  const [scanning, setScanning] = useState(false)
  const { typed, search, type } = useTyped()
  const found = useDevices(search, kind, stationId)
  const devices = found.rows
  const itemOf = (one: Device): PickItem => {
    const place =
      one.stringNo === null
        ? ''
        : one.position === null
          ? t('string', { no: String(one.stringNo) })
          : t('place', { no: String(one.stringNo), position: String(one.position) })
    const other = by === 'name' && one.name ? one.sn : by === 'sn' ? one.name : ''
    return {
      id: one.id,
      name: by === 'sn' ? one.sn : one.name || one.sn,
      icon: createElement(kindIcons[one.kind], { size: 20, 'aria-hidden': true }),
      hint: (
        <Dotted
          parts={[
            words.short(one.kind),
            other,
            place || one.model,
            stationId === undefined && one.stationName,
          ]}
        />
      ),
      // What somebody has to see to is no calm word, whatever else it says of itself.
      value: one.alarmLevel ? (
        <LevelPill level={one.alarmLevel} />
      ) : (
        <StatusPill
          status={
            one.online
              ? one.kind === 'gateway'
                ? 'online'
                : (one.state ?? 'online')
              : one.lastAt === null
                ? null
                : 'offline'
          }
          plain
        />
      ),
    }
  }
  /** What a label says is looked for like something typed. */
  const take = (text: string): Verdict => {
    const sn = readLabel(text).find((one) => one.right)?.sn
    if (sn === undefined) return 'wrong'
    type(sn)
    setScanning(false)
    return 'taken'
  }
  const scan = (): void => {
    wakeSound()
    setScanning(true)
  }
  useHandScanner((text) => void take(text))
  const same = { ask: askId, stationId, many: many || undefined }
  const kindOf = (id: string): Kind => devices?.find((one) => one.id === id)?.kind ?? 'inverter'
  return (
    <PickerPage
      title={t(by === 'sn' ? 'deviceSn' : many ? 'devices' : 'device')}
      askId={askId}
      many={many}
      offered={{ ...found, rows: devices?.map(itemOf) }}
      search={typed}
      actions={
        // The same question, to be answered by what stands on the label.
        by === 'name' &&
        !opens && (
          <IconButton label={t('bySn')} onClick={() => navigate.replace(pathTo('select-deviceSn', same))}>
            <Hash size={21} aria-hidden />
          </IconButton>
        )
      }
      searchLabel={t(by === 'sn' ? 'searchSn' : 'searchDevice')}
      onSearch={type}
      renderPreview={renderPreview}
      searchEnd={
        <IconButton label={t('scan')} className={styles.scan} onClick={scan}>
          <ScanLine size={20} aria-hidden />
        </IconButton>
      }
      empty={
        <EmptyState
          icon={createElement(kindIcons[kind ?? 'inverter'], { size: 26, 'aria-hidden': true })}
          title={t(kind === null ? 'noDevice' : 'noneOfKind')}
        />
      }
      open={(id) => (opens ? pathTo(opens, { gatewayId: id }) : pathToDevice(kindOf(id), id))}
      back={
        stationId === undefined
          ? pathTo('service-page')
          : pathTo('station-detail', { stationId, tab: 'devices' })
      }
    >
      {!opens && (
        <Chips
          label={t('kindLabel')}
          options={[
            { value: 'all', label: t('allKinds') },
            ...kinds.map((one) => ({ value: one, label: words.short(one) })),
          ]}
          value={kind ?? 'all'}
          onChange={(next) => setKind(next === 'all' ? null : next)}
          wrap
        />
      )}
      <LazyScanner open={scanning} onClose={() => setScanning(false)} title={t('scan')} onText={take}>
        <p className={styles.scanHint}>{t('scanHint')}</p>
      </LazyScanner>
    </PickerPage>
  )
}
