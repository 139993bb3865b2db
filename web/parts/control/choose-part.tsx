import { Ellipsis, Power, PowerOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { takesCommands, type ControlAct } from '#domain/commands/control-ops.ts'
import { givesPower, reportedKinds } from '#domain/devices/kinds.ts'
import { restOf } from '#domain/telemetry/night-energy.ts'
import { useSentence } from '../../app/phrases/use-sentence.ts'
import { useWide } from '../../app/shell/width.ts'
import { pathTo } from '../../paths.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { DevicePreview } from '../devices/lazy-preview.tsx'
import type { DeviceData } from '../stations/station-queries.ts'
import { TitleOfDay } from '../states/title-of-day.tsx'
import { troubledFirst } from '../states/trouble-rank.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Chips } from '../../kit/chips.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { lazySheet } from '../../app/failure/lazy-sheet.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { toast } from '../../kit/toast.tsx'
import { type Kind, matching, stringsOf, toggleAll } from './choices.ts'
import styles from './control.module.css'
import { LazyActSheet } from './lazy-act-sheet.ts'
import { DeviceChoices, StringChoices } from './device-choices.tsx'

const MoreSheet = lazySheet(async () => (await import('./more-sheet.tsx')).MoreSheet)

/** Strings come after the inverters that they hang on. */
const kinds: readonly Kind[] = [
  'inverter',
  'string',
  ...reportedKinds.filter((kind) => kind !== 'inverter' && takesCommands(kind)),
  'gateway',
]
const shownAtMost = 200

type ChoosePartProps = { stationId: string; devices: readonly DeviceData[]; first: string | undefined }

/** Devices, strings and gateways to choose, and what can be asked of them. */
export function ChoosePart({ stationId, devices, first }: ChoosePartProps) {
  const t = useTranslations('control')
  const words = useKindWords()
  const wide = useWide()
  const sentence = useSentence()
  const strings = useMemo(() => stringsOf(devices), [devices])
  const offered = kinds.filter((kind) =>
    kind === 'string' ? strings.length > 0 : devices.some((one) => one.kind === kind),
  )
  const firstDevice = devices.find(({ id }) => id === first)
  const [kind, setKind] = useState<Kind>(firstDevice?.kind ?? offered[0] ?? 'inverter')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(firstDevice ? [firstDevice.id] : []),
  )
  const [act, setAct] = useState<ControlAct | null>(null)
  const [more, setMore] = useState(false)
  const ofKind = useMemo(
    () => matching(troubledFirst(devices.filter((one) => one.kind === kind)), typed),
    [devices, kind, typed],
  )
  const rest = useMemo(() => restOf(devices.filter((one) => givesPower(one.kind))), [devices])
  if (devices.length === 0) return <EmptyState title={t('noDevices')} />

  const begin = (next: ControlAct): void => {
    if (more) setMore(false)
    if (chosen.size === 0) toast(sentence('select_device_first') ?? '', 'failed')
    else setAct(next)
  }
  const listed = kind === 'string' ? strings.flatMap(({ members }) => members) : ofKind.map(({ id }) => id)
  const all = listed.length > 0 && listed.every((id) => chosen.has(id))
  // One alone is looked at before something is asked of it.
  const only = chosen.size === 1 ? devices.find(({ id }) => chosen.has(id)) : undefined
  // What has shut down by itself may start by itself, so it can still be switched off: but nobody is led there.
  const areOff =
    chosen.size > 0 &&
    devices.every(({ id, online, state }) => !chosen.has(id) || (online && state === 'shutdown'))
  const off = (
    <Button
      kind={areOff ? 'quiet' : 'danger'}
      icon={<PowerOff size={18} aria-hidden />}
      onClick={() => begin({ op: 'switch', on: false })}
    >
      {t('off')}
    </Button>
  )
  return (
    <>
      <Chips
        label={t('kindLabel')}
        options={offered.map((value) => ({
          value,
          label: value === 'string' ? t('strings') : words.many(value),
        }))}
        value={kind}
        onChange={setKind}
      />
      {kind !== 'string' && devices.length > 8 && (
        <SearchBox value={typed} onChange={setTyped} label={t('search')} />
      )}
      <Card
        flush
        title={
          <TitleOfDay
            title={t('list')}
            day={rest === null || kind === 'string' || !givesPower(kind) ? null : t(`ofDay.${rest}`)}
          />
        }
        action={
          listed.length > 0 && (
            <button
              type="button"
              className={styles.textButton}
              onClick={() => setChosen(toggleAll(chosen, listed))}
            >
              {all ? t('none') : t('all', { count: String(listed.length) })}
            </button>
          )
        }
      >
        {kind === 'string' ? (
          <StringChoices strings={strings} chosen={chosen} onChange={setChosen} />
        ) : (
          <DeviceChoices
            devices={ofKind.slice(0, shownAtMost)}
            rest={rest}
            chosen={chosen}
            onChange={setChosen}
          />
        )}
        {kind !== 'string' && ofKind.length > shownAtMost && (
          <p className={styles.foot}>{t('moreDevices', { count: String(shownAtMost) })}</p>
        )}
        {kind !== 'string' && ofKind.length === 0 && <EmptyState inline title={t('nothingFound')} />}
      </Card>
      {/* Nothing red or blue is within reach before it is said what it would act on. */}
      {chosen.size === 0 ? (
        <p className={styles.first}>{sentence('select_device_first')}</p>
      ) : (
        <div className={styles.actBar}>
          <output className={styles.chosen}>
            {t(areOff ? 'chosenOff' : 'chosen', { count: String(chosen.size) })}
          </output>
          <div className={styles.acts}>
            {!areOff && off}
            <Button
              kind={areOff ? 'primary' : 'soft'}
              icon={<Power size={18} aria-hidden />}
              onClick={() => begin({ op: 'switch', on: true })}
            >
              {t('on')}
            </Button>
            {areOff && off}
            <Button
              kind="quiet"
              aria-label={t('more')}
              icon={<Ellipsis size={18} aria-hidden />}
              onClick={() => setMore(true)}
            />
          </div>
        </div>
      )}
      {wide && only && (
        <div className={styles.only}>
          <DevicePreview key={only.id} deviceId={only.id} />
        </div>
      )}
      <MoreSheet
        open={more}
        stationId={stationId}
        deviceIds={[...chosen]}
        onAct={begin}
        onClose={() => setMore(false)}
      />
      {act && (
        <LazyActSheet
          stationId={stationId}
          act={act}
          deviceIds={[...chosen]}
          onClose={() => setAct(null)}
          onSent={(controlId) => {
            setAct(null)
            setChosen(new Set())
            navigate.push(pathTo('remote-control', { stationId, controlId }))
          }}
        />
      )}
    </>
  )
}
