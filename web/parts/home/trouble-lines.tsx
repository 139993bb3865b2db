import { useTranslations } from 'use-intl'
import { Dotted } from '../../kit/dotted.tsx'
import { Row } from '../../kit/row.tsx'
import { pathTo, pathToDevice } from '../../paths.ts'
import { PersonMark } from '../states/person-mark.tsx'
import { useHeadline } from '../troubles/headline.ts'
import { useTroubles } from '../troubles/use-troubles.ts'
import { WhatItCosts } from '../troubles/what-it-costs.tsx'
import { TROUBLES_SHOWN } from './shown-first.ts'
import styles from './home.module.css'

/** The worst of what is to be done, as the page of it lists them: what, where, what it costs and who has it. */
export function TroubleLines() {
  const t = useTranslations('troubles')
  const headline = useHeadline()
  const { rows, pages } = useTroubles({}, TROUBLES_SHOWN)
  const more = (pages?.[0]?.total ?? 0) - TROUBLES_SHOWN
  return (
    <>
      {(rows ?? []).slice(0, TROUBLES_SHOWN).map((trouble) => {
        const { device, station, order } = trouble
        const [worst] = trouble.alarms
        const handler = order?.handler
        return (
          <Row
            key={trouble.id}
            to={worst ? pathTo('alarm-detail', { alarmId: worst.id }) : pathToDevice(device.kind, device.id)}
            label={headline(trouble)}
            hint={
              <>
                <span className={styles.line}>
                  <Dotted parts={[station.name, device.name || device.sn]} />
                </span>
                <span className={styles.line}>
                  <WhatItCosts trouble={trouble} />
                </span>
              </>
            }
            value={
              handler ? (
                <>
                  <PersonMark name={handler.name} />
                  <span className="sr-only">{t('handledBy', { name: handler.name })}</span>
                </>
              ) : (
                t('unassigned')
              )
            }
          />
        )
      })}
      {more > 0 && <Row label={t('moreToDo', { count: more })} to={pathTo('om-page')} />}
    </>
  )
}
