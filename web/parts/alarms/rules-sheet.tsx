import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ruleOfCode } from '#domain/alarms/rules/rule-codes.ts'
import { useData } from '../../app/data/query.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { RuleForm } from './rule-form.tsx'
import { type Rule, useRuleUnits } from './rule-threshold.ts'
import type { RulesOf } from './rules-of.ts'
import styles from './alarms.module.css'
import { Waiting } from '../../app/failure/waiting.tsx'

/** What waits so long looks at days, and says so. */
const DAY_MIN = 24 * 60
const LONG_MIN = 2 * DAY_MIN

/** The rules that raise alarms, each with its threshold; one of them to be set and rehearsed. */
export function RulesSheet({
  of,
  code,
  onClose,
}: {
  of: RulesOf
  code: string | undefined
  onClose: () => void
}) {
  const t = useTranslations('alarms')
  const format = useFormat()
  const { withUnit } = useRuleUnits()
  const [chosen, setChosen] = useState<Rule['rule'] | null>(code === undefined ? null : ruleOfCode(code))
  const ofStation = 'stationId' in of
  const station = useData(
    'GET /api/stations/{stationId}/alarm-rules',
    { params: { stationId: ofStation ? of.stationId : '' } },
    { enabled: ofStation },
  )
  const company = useData(
    'GET /api/companies/{companyId}/alarm-rules',
    { params: { companyId: ofStation ? '' : of.companyId } },
    { enabled: !ofStation },
  )
  const found = ofStation ? station : company
  const rule = found.data?.rules.find((one) => one.rule === chosen)
  const line = ({ threshold, unit, waitMin }: Rule): string[] => {
    const from = t('ruleFrom', { threshold: withUnit(threshold, unit) })
    // Minutes are themselves what is waited for.
    if (unit === 'min') return [from]
    const after =
      waitMin >= LONG_MIN
        ? t('ruleAfterDays', { days: String(waitMin / DAY_MIN) })
        : t('ruleAfter', { wait: waitMin })
    return [from, after]
  }
  const back = code === undefined ? () => setChosen(null) : onClose
  return (
    <Sheet
      open
      onClose={rule ? back : onClose}
      size="full"
      title={rule ? rule.name[format.language] : t('rules')}
    >
      {found.data ? (
        rule ? (
          <RuleForm
            key={rule.rule}
            of={of}
            rule={rule}
            mayEdit={found.data.mayEdit}
            retainedFrom={found.data.retainedFrom}
            onDone={back}
          />
        ) : (
          <>
            <div className={styles.filters}>
              <p className={styles.quiet}>
                {t(ofStation ? 'rulesOfStation' : 'rulesOfCompany', { name: of.name })}
              </p>
            </div>
            <Rows>
              {found.data.rules.map((one) => (
                <Row
                  key={one.rule}
                  label={one.name[format.language]}
                  hint={<Dotted parts={[...line(one), t(`ruleOrigin.${one.origin}`)]} />}
                  value={t(one.on ? 'ruleOn' : 'ruleOff')}
                  onPress={() => setChosen(one.rule)}
                />
              ))}
            </Rows>
          </>
        )
      ) : (
        <Waiting of={found} inline rows={8} />
      )}
    </Sheet>
  )
}
