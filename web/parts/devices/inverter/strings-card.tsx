import { givesPower } from '#domain/devices/kinds.ts'
import { restOf, shownOf, type NightDay } from '#domain/telemetry/night-energy.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../../app/phrases/use-kind-words.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Button } from '../../../kit/button.tsx'
import { classes } from '../../../kit/classes.ts'
import { Card } from '../../../kit/card.tsx'
import { TitleOfDay } from '../../states/title-of-day.tsx'
import { DeviceTile } from './device-tile.tsx'
import { stringGroups, type DeviceRow, type StringGroup } from './string-groups.ts'
import styles from './strings.module.css'
import { Windowed } from '../../../kit/windowed.tsx'

const shownFirst = 30

/**
 * The strings of an inverter with their optimizers and shutdown devices; by night with the energies of the day. Nothing
 * when none is known.
 */
export function StringsCard({ devices }: { devices: readonly DeviceRow[] }) {
  const t = useTranslations('device.strings')
  const power = useTranslations('device.power')
  const rest = restOf(devices.filter(({ kind }) => givesPower(kind)))
  const groups = stringGroups(devices, (one) => shownOf(one, rest))
  if (groups.length === 0) return null
  return (
    <Card title={<TitleOfDay title={t('title')} day={rest && power(rest)} />}>
      <div className={styles.groups}>
        {groups.map((group) => (
          <StringPart key={group.stringNo ?? 'none'} group={group} rest={rest} />
        ))}
      </div>
    </Card>
  )
}

function StringPart({ group, rest }: { group: StringGroup; rest: NightDay | null }) {
  const t = useTranslations('device.strings')
  const words = useKindWords()
  const format = useFormat()
  const [all, setAll] = useState(false)
  const { devices, online, stringNo, sum, most, weak } = group
  const optimizers = devices.filter(({ kind }) => kind === 'optimizer').length
  const reach =
    online === devices.length
      ? t('allOnline')
      : online === 0
        ? t('noneOnline')
        : t('someOnline', { online: String(online), all: String(devices.length) })
  const counts = [
    optimizers > 0 && words.count('optimizer', optimizers),
    devices.length > optimizers && words.count('shutdown', devices.length - optimizers),
    reach,
  ].filter(Boolean)
  const shown = all || devices.length <= shownFirst + 2 ? devices : devices.slice(0, shownFirst)
  return (
    <section>
      <div className={styles.head}>
        <h3>{stringNo === null ? t('unassigned') : t('string', { n: String(stringNo) })}</h3>
        {optimizers > 0 && (
          <span className={styles.sum}>{format.text(rest === null ? 'power' : 'energy', sum)}</span>
        )}
        <p>
          <Dotted parts={counts} />
        </p>
      </div>
      <ul className={classes(styles.tiles, devices.length > optimizers && styles.roomy)}>
        <Windowed items={shown} as="li" rowHeight={30}>
          {(piece) =>
            piece.map((device) => (
              <li key={device.id}>
                <DeviceTile device={device} rest={rest} most={most} weak={weak.has(device.id)} />
              </li>
            ))
          }
        </Windowed>
      </ul>
      {devices.length > shownFirst + 2 && (
        <Button kind="plain" small wide onClick={() => setAll(!all)}>
          {all ? t('showLess') : t('showAll', { count: String(devices.length) })}
        </Button>
      )}
    </section>
  )
}
