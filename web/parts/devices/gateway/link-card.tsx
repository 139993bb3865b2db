import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../kit/words/use-format.ts'
import { Card } from '../../../kit/card.tsx'
import { classes } from '../../../kit/classes.ts'
import { useNow } from '../../../kit/time/now.ts'
import { statusTone } from '../../states/status-pill.tsx'
import { silenceOf, staleAfterMs, type DeviceDetail } from '../device-facts.ts'
import { DeviceStates } from '../device-states.tsx'
import { ReadingAge } from '../reading-age.tsx'
import { netWord } from '../net-word.ts'
import { isWired } from './link-words.ts'
import { SignalBars } from './signal-bars.tsx'
import styles from './gateway.module.css'

/** Whether the gateway is there, since when, and how well it is heard. */
export function LinkCard({ detail, children }: { detail: DeviceDetail; children?: ReactNode }) {
  const t = useTranslations('gateway')
  const sheet = useTranslations('device.sheet')
  const format = useFormat()
  const now = useNow()
  const { device, link, station } = detail
  // What was connected when it was last heard need not be so any more.
  const unsure = device.online && silenceOf(detail, now) === 'silent'
  const connected = device.online && !unsure
  const since = connected ? link?.birthAt : unsure ? null : (link?.goneAt ?? device.lastAt)
  const csq = link?.csq ?? null
  // What has no modem has nothing to receive with.
  const wired = csq === null && isWired(device.netMode)
  const word = connected ? 'connected' : unsure ? 'unsure' : device.lastAt === null ? 'never' : 'gone'
  return (
    <Card>
      <DeviceStates detail={detail} />
      <div
        className={classes(
          styles.connection,
          statusTone(connected ? 'online' : unsure ? 'unknown' : 'offline'),
        )}
      >
        <p className={styles.word}>{t(word)}</p>
        {since != null && (
          <p className={styles.since}>
            {t(connected ? 'connectedSince' : 'goneSince', {
              instant: format.instant(since, station.timeZone),
            })}
          </p>
        )}
      </div>
      <dl className={styles.pair}>
        <div>
          <dt>{t('lastHeard')}</dt>
          <dd>
            <ReadingAge value at={device.lastAt} staleAfterMs={staleAfterMs(detail)} />
          </dd>
        </div>
        <div>
          {wired ? (
            <>
              <dt>{sheet('netMode')}</dt>
              <dd>{netWord(sheet, device.netMode)}</dd>
            </>
          ) : (
            <>
              <dt>{t('signal')}</dt>
              <dd>
                <SignalBars csq={csq} netMode={device.netMode} old={!connected} />
              </dd>
            </>
          )}
        </div>
      </dl>
      {children}
    </Card>
  )
}
