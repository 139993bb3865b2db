import { givesPower } from '#domain/devices/kinds.ts'
import { shownOf } from '#domain/telemetry/night-energy.ts'
import { useTranslations } from 'use-intl'
import { Row, Rows } from '../../kit/row.tsx'
import { useNow } from '../../kit/time/now.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { pathToDevice } from '../../paths.ts'
import { nameOf } from '../devices/device-facts.ts'
import { kindIcons } from '../states/kind-icons.ts'
import { answeredText } from './answered-text.ts'
import type { ReadDevice } from './device-rows.ts'
import { placeOf, readAddress } from './device-address.ts'
import type { Edge, EdgeDevice } from './edge-view.ts'
import { LineText } from './device-list.tsx'
import { useProfileName } from './profile-options.ts'
import { TroubleNote } from './trouble-note.tsx'
import { subjectOf } from './way-out.ts'
import styles from './edges.module.css'

/** How the line of a device is, what keeps it from being read, and what stands behind it. */
export function DeviceState({ one, settings }: { one: ReadDevice; settings: Edge['settings'] }) {
  const t = useTranslations('edge')
  const format = useFormat()
  const { device, behind, rest } = one
  const profileName = useProfileName()
  return (
    <>
      <LineTrouble device={device} brand={behind[0]?.brand} />
      <Rows>
        <LineRows device={device} />
        {device.link === null && (
          <Row label={t('lastAnswer')} value={<LineText one={one} settings={settings} />} />
        )}
        <Row label={t('address')} value={placeOf(device.url)} hint={t(`ways.${schemeOf(device)}`)} />
        <Row
          label={t('profile')}
          value={device.profile === null ? t('profileFound') : profileName(device.profile)}
        />
        <Row label={t('interval')} value={t('seconds', { n: format.number(device.intervalS) })} />
        {behind.map((row) => {
          const Icon = kindIcons[row.kind]
          return (
            <Row
              key={row.id}
              icon={<Icon size={20} aria-hidden />}
              label={nameOf(row)}
              hint={row.name ? row.sn : [row.brand, row.model].filter(Boolean).join(' ')}
              value={
                rest !== null && givesPower(row.kind)
                  ? t(`ofDay.${rest}`, { energy: format.text('energy', shownOf(row, rest)) })
                  : format.text('power', row.powerW)
              }
              to={pathToDevice(row.kind, row.id)}
            />
          )
        })}
      </Rows>
    </>
  )
}

const schemeOf = ({ url }: Pick<EdgeDevice, 'url'>) => readAddress(url)?.scheme ?? 'modbus-tcp'

/** What keeps a device from being read, and the way out. Nothing while nothing does. */
export function LineTrouble({ device, brand }: { device: EdgeDevice; brand: string | undefined }) {
  const t = useTranslations('edge')
  const { refused, link, profile } = device
  const trouble = refused ?? link?.trouble ?? null
  if (trouble === null) return null
  return (
    <div className={styles.parts}>
      <TroubleNote
        title={t(refused ? 'refusedTitle' : 'troubleTitle')}
        trouble={trouble}
        subject={subjectOf(schemeOf(device), profile, brand)}
      />
    </div>
  )
}

/** Answered of asked, how fast, and when last. Nothing before the edge has told of it. */
export function LineRows({ device: { link } }: { device: Pick<EdgeDevice, 'link'> }) {
  const t = useTranslations('edge')
  const format = useFormat()
  const now = useNow()
  if (link === null) return null
  return (
    <>
      <Row
        label={t('lastAnswer')}
        value={link.lastAnswerAt === null ? t('never') : format.age(link.lastAnswerAt, now)}
      />
      <Row
        label={t('answered')}
        value={answeredText(link, format)}
        hint={t('answeredOf', { answered: format.number(link.answered), asked: format.number(link.asked) })}
      />
      <Row
        label={t('answerTime')}
        value={link.answerMs === null ? '–' : t('ms', { ms: format.number(Math.round(link.answerMs)) })}
      />
    </>
  )
}
