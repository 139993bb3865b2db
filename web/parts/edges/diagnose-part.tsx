import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { REGISTERS_MAX } from '#domain/edges/limits.ts'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { FieldError, Fields } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { NumberField } from '../../kit/number-field.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { useSentence } from '../../app/phrases/use-sentence.ts'
import { Note } from '../states/note.tsx'
import { useDiagnosis, useTroubleOf, type Diagnosis } from './use-diagnosis.ts'
import styles from './edges.module.css'

const ADDRESS_MAX = 65_535

const isWithin = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most

/** Registers of a device as they are: for whoever looks closer, or is asked to by somebody who helps. */
export function RegistersPart({ edgeDeviceId }: { edgeDeviceId: string }) {
  const t = useTranslations('edge')
  const sentence = useSentence()
  const [table, setTable] = useState<'holding' | 'input'>('holding')
  const [address, setAddress] = useState<number | null>(40_000)
  const [count, setCount] = useState<number | null>(20)
  const [tried, setTried] = useState(false)
  const one = useDiagnosis()
  const press = async (): Promise<void> => {
    setTried(true)
    if (!isWithin(address, 0, ADDRESS_MAX) || !isWithin(count, 1, REGISTERS_MAX)) return
    await one.askRegisters(edgeDeviceId, { table, address, count })
  }
  const wrong = (fits: boolean): string | undefined =>
    tried && !fits ? sentence('invalid_input') : undefined
  return (
    <Form onSend={press}>
      <Fields>
        <SelectField
          label={t('table')}
          options={[
            { value: 'holding', label: t('holding') },
            { value: 'input', label: t('input') },
          ]}
          value={table}
          onChange={setTable}
        />
        <NumberField
          label={t('firstRegister')}
          help={t('firstRegisterHelp')}
          decimals={false}
          value={address}
          error={wrong(isWithin(address, 0, ADDRESS_MAX))}
          onChange={setAddress}
        />
        <NumberField
          label={t('count')}
          help={`1 – ${REGISTERS_MAX}`}
          decimals={false}
          value={count}
          error={wrong(isWithin(count, 1, REGISTERS_MAX))}
          onChange={setCount}
        />
      </Fields>
      <div className={styles.foot}>
        <FieldError id="registers-failed" error={one.failed} />
        <Button type="submit" wide kind="soft" busy={one.running}>
          {t(one.running ? 'reading' : 'read')}
        </Button>
      </div>
      <Lines of={one.diagnosis} />
    </Form>
  )
}

/** The end of the edge's own log. */
export function LogPart({ gatewayId }: { gatewayId: string }) {
  const t = useTranslations('edge')
  const one = useDiagnosis()
  return (
    <>
      <p className={styles.under}>{t('logText')}</p>
      <div className={styles.foot}>
        <FieldError id="log-failed" error={one.failed} />
        <Button wide kind="soft" busy={one.running} onClick={() => void one.ask(gatewayId, { what: 'log' })}>
          {t(one.running ? 'reading' : 'readLog')}
        </Button>
      </div>
      <Lines of={one.diagnosis} />
    </>
  )
}

/** What came back, line by line. */
function Lines({ of: diagnosis }: { of: Diagnosis | null }) {
  const t = useTranslations('edge')
  const troubleOf = useTroubleOf()
  if (diagnosis === null) return null
  const { lines } = diagnosis
  if (diagnosis.state === 'failed')
    return (
      <div className={styles.parts}>
        <Note tone="fault" icon={<TriangleAlert size={18} />} title={t('diagnoseFailed')}>
          <p>{troubleOf(diagnosis)?.text ?? t('diagnoseFailedText')}</p>
        </Note>
      </div>
    )
  if (lines.length === 0) return <p className={styles.under}>{t('readNothing')}</p>
  const text = lines.join('\n')
  return (
    <>
      <div className={styles.parts}>
        <pre className={styles.lines}>{text}</pre>
      </div>
      <p className={styles.under}>
        <CopyButton text={text} what={t('lines')} shown={t('lines')} />
      </p>
    </>
  )
}
