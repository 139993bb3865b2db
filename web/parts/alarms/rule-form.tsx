import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { call } from '../../app/data/call.ts'
import type { Answer } from '../../app/data/call-types.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { noFilters } from '../stations/list-filter.ts'
import { useStations } from '../stations/station-queries.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { NumberField } from '../../kit/number-field.tsx'
import { Row, Rows } from '../../kit/row.tsx'
import { SwitchField } from '../../kit/switch-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { RehearsalPeriod, type Days } from './rehearsal-period.tsx'
import { RehearsalStation, type Station } from './rehearsal-station.tsx'
import { type Rule, useRuleUnits } from './rule-threshold.ts'
import type { RulesOf } from './rules-of.ts'
import styles from './alarms.module.css'

type Rehearsal = Answer<'GET /api/stations/{stationId}/alarm-rules/rehearsal'>

/** One rule: on or off, its threshold and why it is so, and what another one would have meant in days of one's choice. */
export function RuleForm({
  of,
  rule,
  mayEdit,
  retainedFrom,
  onDone,
}: {
  of: RulesOf
  rule: Rule
  mayEdit: boolean
  /** Readings are kept from here on. */
  retainedFrom: number
  onDone: () => void
}) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const { unitWord, withUnit } = useRuleUnits()
  const [on, setOn] = useState(rule.on)
  const [threshold, setThreshold] = useState<number | null>(rule.threshold)
  const act = useAct()
  const [rehearsal, setRehearsal] = useState<Rehearsal>()
  const [days, setDays] = useState<Days | null>(null)
  const ofStation = 'stationId' in of
  const stations = useStations({ ...noFilters, sort: 'name' }, !ofStation)
  const [picked, setPicked] = useState<Station | null>(null)
  const offered = picked ?? stations.rows?.[0] ?? null
  const stationId = ofStation ? of.stationId : (offered?.id ?? null)
  const range = {
    least: withUnit(rule.least, rule.unit),
    most: withUnit(rule.most, rule.unit),
    usual: withUnit(rule.usual, rule.unit),
  }
  const wrong = threshold === null || !(threshold >= rule.least && threshold <= rule.most)

  const put = async (change: { enabled: boolean | null; threshold: number | null }): Promise<void> => {
    const body = { rules: [{ rule: rule.rule, ...change }] }
    const saved = await ('stationId' in of
      ? act.send('PUT /api/stations/{stationId}/alarm-rules', { params: { stationId: of.stationId }, body })
      : act.send('PUT /api/companies/{companyId}/alarm-rules', { params: { companyId: of.companyId }, body }))
    if (!saved) return
    toast(t('saved'))
    onDone()
  }
  const rehearse = async (): Promise<void> => {
    if (stationId === null || threshold === null) return
    const query = { rule: rule.rule, threshold, ...days }
    const found = await act.run(() =>
      call('GET /api/stations/{stationId}/alarm-rules/rehearsal', { params: { stationId }, query }),
    )
    if (found) setRehearsal(found)
  }
  const rehearsing = act.busy && act.doing === null
  const zone = ofStation ? of.timeZone : offered?.timeZone
  if (!mayEdit)
    return (
      <div className={styles.form}>
        <p className={styles.quiet}>{t('notYours')}</p>
        <Rows>
          <Row label={t('ruleEnabled')} value={t(rule.on ? 'ruleOn' : 'ruleOff')} />
          <Row
            label={t('threshold')}
            hint={t('thresholdRange', range)}
            value={withUnit(rule.threshold, rule.unit)}
          />
        </Rows>
        <p className={styles.quiet}>{t('source', { text: rule.source[format.language] })}</p>
      </div>
    )
  return (
    <div className={styles.form}>
      <Fields>
        <SwitchField label={t('ruleEnabled')} checked={on} onChange={setOn} />
        <NumberField
          label={t('threshold')}
          help={t('thresholdRange', range)}
          error={wrong ? t('thresholdRange', range) : undefined}
          unit={unitWord(rule.unit)}
          value={threshold}
          onChange={(value) => {
            setThreshold(value)
            setRehearsal(undefined)
          }}
        />
      </Fields>
      <p className={styles.quiet}>{t('source', { text: rule.source[format.language] })}</p>
      <Fields>
        {!ofStation && offered && (
          <RehearsalStation
            value={offered}
            onChange={(station) => {
              setPicked(station)
              setRehearsal(undefined)
            }}
          />
        )}
        {zone !== undefined && (
          <RehearsalPeriod
            value={days}
            timeZone={zone}
            retainedFrom={retainedFrom}
            onChange={(chosen) => {
              setDays(chosen)
              setRehearsal(undefined)
            }}
          />
        )}
      </Fields>
      <Button
        kind="soft"
        wide
        busy={rehearsing}
        disabled={wrong || stationId === null}
        onClick={() => void rehearse()}
      >
        {t('rehearse')}
      </Button>
      <div aria-live="polite">
        {rehearsing && <p className={styles.quiet}>{t('rehearsing')}</p>}
        {rehearsal && (
          <>
            <p className={styles.told}>
              {t('rehearsedIn', {
                from: format.instant(rehearsal.from, zone ?? 'UTC'),
                to: format.instant(rehearsal.to, zone ?? 'UTC'),
                days: rehearsal.days,
                count: rehearsal.alarms,
              })}
            </p>
            <Rows>
              {rehearsal.found.toReversed().map((one) => (
                <Row
                  key={`${one.at} ${one.device.id} ${one.code} ${one.instance}`}
                  label={one.device.name || one.device.sn}
                  hint={`${one.name[format.language]}${one.instance === '1' ? '' : ` · ${one.instance}`}`}
                  value={format.instant(one.at, zone ?? 'UTC')}
                />
              ))}
            </Rows>
          </>
        )}
      </div>
      <FormFailure text={act.failed} />
      <Button
        wide
        busy={act.doing !== null}
        disabled={wrong}
        onClick={() => void put({ enabled: on, threshold })}
      >
        {t('save')}
      </Button>
      {rule.origin === (ofStation ? 'station' : 'company') && (
        <Button kind="plain" wide onClick={() => void put({ enabled: null, threshold: null })}>
          {t('backToUsual')}
        </Button>
      )}
    </div>
  )
}
