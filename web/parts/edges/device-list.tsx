import { Clock, Plug, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { reportedKinds } from '#domain/devices/kinds.ts'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { useNow } from '../../kit/time/now.ts'
import { inParts } from '../../kit/words/in-parts.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { kindIcons } from '../states/kind-icons.ts'
import { answeredText } from './answered-text.ts'
import { lineState, type ReadDevice } from './device-rows.ts'
import { placeOf } from './device-address.ts'
import type { Edge } from './edge-view.ts'
import styles from './edges.module.css'

type DeviceListProps = {
  list: readonly ReadDevice[]
  settings: Edge['settings']
  onOpen: (edgeDeviceId: string) => void
}

/** What an edge reads: power now, by night the energy of the day, and how the line is. */
export function DeviceList({ list, settings, onOpen }: DeviceListProps) {
  const t = useTranslations('edge')
  const kinds = useKindWords()
  const format = useFormat()
  const now = useNow()
  if (list.length === 0)
    return (
      <Card>
        <EmptyState
          inline
          icon={<Plug size={26} aria-hidden />}
          title={t('listNone')}
          text={t('listNoneText')}
        />
      </Card>
    )
  return (
    <Card flush title={t('listTitle', { count: list.length })}>
      <Rows>
        {list.map((one) => {
          const { device, behind, name, gives, rest, lastAt } = one
          const [first] = behind
          const Icon = first ? kindIcons[first.kind] : Plug
          return (
            <Row
              key={device.id}
              icon={<Icon size={20} aria-hidden />}
              label={name}
              hint={
                <>
                  {name !== placeOf(device.url) && (
                    <>
                      {placeOf(device.url)}
                      <br />
                    </>
                  )}
                  {behind.length > 1 && (
                    <>
                      <span className={styles.behind}>{behindText(behind, kinds)}</span>
                      <br />
                    </>
                  )}
                  <LineText one={one} settings={settings} />
                </>
              }
              value={
                lastAt === null ? undefined : (
                  <>
                    <b className={styles.power}>
                      {rest === null
                        ? format.text('power', gives)
                        : t(`ofDay.${rest}`, { energy: format.text('energy', gives) })}
                    </b>
                    <small className={styles.hint}>{format.age(lastAt, now)}</small>
                  </>
                )
              }
              onPress={() => onOpen(device.id)}
            />
          )
        })}
      </Rows>
    </Card>
  )
}

/** What stands behind one address, by kind; a line breaks between kinds alone. */
const behindText = (behind: ReadDevice['behind'], kinds: ReturnType<typeof useKindWords>): string =>
  inParts(
    reportedKinds.flatMap((kind) => {
      const count = behind.filter((one) => one.kind === kind).length
      return count > 0 ? [kinds.count(kind, count).replaceAll(' ', '\u00a0')] : []
    }),
  )

/** How the line of a device is, in a few words. */
export function LineText({
  one,
  settings,
}: {
  one: Pick<ReadDevice, 'device' | 'lastAt'>
  settings: Edge['settings']
}) {
  const t = useTranslations('edge')
  const { device, lastAt } = one
  const format = useFormat()
  const state = lineState(device, settings)
  if (state === 'refused' || state === 'trouble')
    return (
      <span className={styles.trouble}>
        <TriangleAlert size={14} aria-hidden />
        {(device.refused ?? device.link?.trouble)?.text}
      </span>
    )
  if (state !== 'answers' || !device.link)
    return (
      <span className={styles.waits}>
        <Clock size={12} aria-hidden />
        {t(state === 'waits' ? 'onItsWay' : 'never')}
      </span>
    )
  const share = answeredText(device.link, format)
  const ms = device.link.answerMs === null ? '–' : format.number(Math.round(device.link.answerMs))
  return (
    <>
      {lastAt === null
        ? t('firstComes')
        : device.link.answered < device.link.asked
          ? t('answersShare', { share, ms })
          : t('answers', { ms })}
    </>
  )
}
