import { Bell, ChevronRight, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useData } from '../../../app/data/query.ts'
import { pathTo } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { classes } from '../../../kit/classes.ts'
import { Go } from '../../../kit/navigation/go.tsx'
import { IconButton } from '../../../kit/page.tsx'
import { levelTone, StatusPill } from '../../states/status-pill.tsx'
import { CardFigures } from '../card-figures.tsx'
import { Limited } from '../limited.tsx'
import { SwitchedOff } from '../switched-off.tsx'
import { useNow } from '../../../kit/time/now.ts'
import type { StationMark } from './use-pins.ts'
import styles from './station-map.module.css'

/** What a pin tells at once, and what comes with the station itself; the page it leads to has that already. */
export function StationPanel({ pin, onClose }: { pin: StationMark['station']; onClose: () => void }) {
  const t = useTranslations('map')
  const list = useTranslations('stations')
  const format = useFormat()
  const now = useNow()
  const found = useData('GET /api/stations/{stationId}', { params: { stationId: pin.id } }).data
  const live = found?.live
  const silent = pin.condition === 'offline'
  // Of what was never heard, and of what stands still or is held down because somebody wanted it, nobody can say so.
  const isWell = pin.condition !== 'unknown' && live?.switchedOff === null && !live.limited
  return (
    <section className={styles.panel} aria-label={pin.name}>
      <Go to={pathTo('station-detail', { stationId: pin.id })} className={styles.link}>
        <span className={styles.head}>
          <b className={styles.name}>{pin.name}</b>
          <ChevronRight size={18} aria-hidden />
        </span>
        <span className={styles.state}>
          <StatusPill status={pin.condition} />
          {live && (
            <span className={styles.quiet}>
              {live.lastHeardAt === null
                ? list('neverHeard')
                : list('heard', { age: format.age(live.lastHeardAt, now) })}
            </span>
          )}
        </span>
        <span className={styles.figures}>
          <CardFigures
            // Whether a nought is a night's, the station says.
            powerW={pin.powerW === 0 && !live ? null : pin.powerW}
            todayWh={live?.todayWh ?? null}
            todayCoverage={live?.coverage.today ?? null}
            equivalentHours={live?.equivalentHours ?? null}
            night={live?.night ?? null}
            capacityW={pin.capacityW}
            silent={silent}
            oldPower={false}
          />
        </span>
        <span className={styles.foot} aria-busy={!live}>
          {found?.live.switchedOff && (
            <SwitchedOff off={found.live.switchedOff} timeZone={found.station.timeZone} />
          )}
          {found?.live.limited && <Limited limited={found.live.limited} timeZone={found.station.timeZone} />}
          {live &&
            (live.attention > 0 || pin.openAlarms > 0 ? (
              <>
                {live.attention > 0 && (
                  <span className={styles.attention}>
                    <TriangleAlert size={14} aria-hidden />
                    {t('attention', { count: live.attention })}
                  </span>
                )}
                {pin.openAlarms > 0 && (
                  <span className={classes(styles.attention, pin.worstAlarm && levelTone(pin.worstAlarm))}>
                    <Bell size={14} aria-hidden />
                    {t('openAlarms', { count: pin.openAlarms })}
                  </span>
                )}
              </>
            ) : (
              isWell && (
                <span className={styles.well}>
                  <CircleCheck size={14} aria-hidden />
                  {t('allWell')}
                </span>
              )
            ))}
        </span>
      </Go>
      <IconButton label={t('close')} className={styles.close} onClick={onClose}>
        <X size={20} aria-hidden />
      </IconButton>
    </section>
  )
}
