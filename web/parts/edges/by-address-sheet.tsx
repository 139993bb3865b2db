import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { troubleText } from '#domain/edges/edge-troubles.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { useSentence } from '../../app/phrases/use-sentence.ts'
import { Button } from '../../kit/button.tsx'
import { FieldError } from '../../kit/field.tsx'
import { Form } from '../../kit/form.tsx'
import { Rows } from '../../kit/row.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { toast } from '../../kit/toast.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { Note } from '../states/note.tsx'
import { AddressFields } from './address-fields.tsx'
import { bodyOf, newValues, wrongIn, type AddressValues } from './address-values.ts'
import { writeAddress } from './device-address.ts'
import { FoundRow } from './found-row.tsx'
import { TroubleNote } from './trouble-note.tsx'
import { useDiagnosis, useTroubleOf } from './use-diagnosis.ts'
import { urlErrors } from './url-errors.ts'
import { subjectOf } from './way-out.ts'
import styles from './edges.module.css'

type ByAddressProps = { gatewayId: string; mayProbe: boolean; open: boolean; onClose: () => void }

/** A device that a search does not find: asked at its address first, then taken in. */
export function ByAddressSheet({ open, onClose, ...rest }: ByAddressProps) {
  const t = useTranslations('edge')
  return (
    <Sheet open={open} onClose={onClose} title={t('byAddress')} size="full">
      <ByAddressForm {...rest} onDone={onClose} />
    </Sheet>
  )
}

function ByAddressForm({
  gatewayId,
  mayProbe,
  onDone,
}: Pick<ByAddressProps, 'gatewayId' | 'mayProbe'> & { onDone: () => void }) {
  const t = useTranslations('edge')
  const sentence = useSentence()
  const { language } = useFormat()
  const [values, setValues] = useState<AddressValues>(newValues)
  const [tried, setTried] = useState(false)
  const probe = useDiagnosis()
  const troubleOf = useTroubleOf()
  const act = useAct({ fields: ['host', 'secret', 'profile'], fieldOf: urlErrors })
  const codes = wrongIn(values)
  const wrong = tried
    ? Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, sentence(code)]))
    : {}
  const change = (next: AddressValues): void => {
    setValues(next)
    probe.forget()
    act.clear('host')
  }
  const isRight = (): boolean => {
    setTried(true)
    return Object.keys(codes).length === 0
  }
  const ask = async (): Promise<void> => {
    if (!isRight()) return
    const { url, profile, secret, map } = bodyOf(values)
    await probe.ask(gatewayId, { what: 'probe', url, profile, map, ...(secret && { secret }) })
  }
  const take = async (profile = values.profile): Promise<void> => {
    if (!isRight()) return
    const body = { ...bodyOf(values), profile }
    if (!(await act.send('POST /api/gateways/{gatewayId}/edge-devices', { params: { gatewayId }, body })))
      return
    toast(t('takenIn'))
    onDone()
  }
  const { diagnosis } = probe
  const over = diagnosis !== null
  // Of a mapping of which nothing came its values say why.
  const mapped = (over && diagnosis.found[0]?.mapped) || null
  const found = over ? diagnosis.found.filter(({ devices }) => devices.length > 0) : []
  const send = mayProbe && !over ? ask : take
  return (
    <Form onSend={async () => send()}>
      <AddressFields
        values={values}
        wrong={{ ...wrong, ...probe.wrong, ...act.wrong }}
        tried={tried}
        mapped={mapped}
        onChange={change}
      />
      {found.length > 0 && (
        <div className={styles.parts}>
          <Note tone="producing" icon={<CircleCheck size={18} />} title={t('probeFound')}>
            {null}
          </Note>
          <Rows>
            {found.map((one) => (
              <FoundRow key={one.url} found={one} busy={act.busy} onTake={null} />
            ))}
          </Rows>
        </div>
      )}
      {over && found.length === 0 && (
        <div className={styles.parts}>
          <TroubleNote
            title={t('probeFailed')}
            trouble={
              (mapped && { code: 'mapping', text: troubleText('mapping', null, language) }) ??
              troubleOf(diagnosis) ?? { code: '', text: t('probeFailedText') }
            }
            subject={subjectOf(values.address.scheme, values.profile, writeAddress(values.address))}
          />
        </div>
      )}
      <div className={styles.foot}>
        <FieldError id="by-address" error={act.failed ?? probe.failed} />
        {mayProbe && !over ? (
          <Button type="submit" wide busy={probe.running}>
            {t(probe.running ? 'probing' : 'probe')}
          </Button>
        ) : (
          <Button type="submit" wide busy={act.busy} kind={over && found.length === 0 ? 'soft' : 'primary'}>
            {t(over && found.length === 0 ? 'addAnyway' : 'add')}
          </Button>
        )}
        {over && found.length === 0 && (
          <Button wide kind="plain" busy={probe.running} onClick={() => void ask()}>
            {t('probe')}
          </Button>
        )}
      </div>
    </Form>
  )
}
