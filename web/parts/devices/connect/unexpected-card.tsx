import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DEVICES_AT_ONCE } from '#domain/devices/limits.ts'
import { FormFailure } from '../../../app/session/brand.tsx'
import { useAct } from '../../../app/acts/use-act.ts'
import { Dotted } from '../../../kit/dotted.tsx'
import { newId } from '../../../kit/new-id.ts'
import { PickList } from '../../pickers/pick-list.tsx'
import { useSentence } from '../../../app/phrases/use-sentence.ts'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { toast } from '../../../kit/toast.tsx'
import parts from '../parts.module.css'
import { type InverterNames, useChildWords } from './child-words.ts'
import type { Child } from './found-children.ts'
import styles from './connect.module.css'

type UnexpectedProps = {
  stationId: string
  gatewayId: string
  list: readonly Child[]
  inverters: InverterNames
  mayConfirm: boolean
}

/** What the gateway has found and nobody has named: chosen, and confirmed in one call. */
export function UnexpectedCard({ stationId, gatewayId, list, inverters, mayConfirm }: UnexpectedProps) {
  const t = useTranslations('connect')
  const sentence = useSentence()
  const { partsOf } = useChildWords(inverters)
  /** All of them, but for those that were left out by a press. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const act = useAct()
  if (list.length === 0) return null
  const chosen = list.filter(({ id }) => !left.has(id))
  const confirm = async (): Promise<void> => {
    // What a person does not say of it stays as the gateway says.
    const unsaid = { brand: '', model: '', name: '', parentId: null, stringNo: null, position: null }
    const devices = chosen
      .slice(0, DEVICES_AT_ONCE)
      .flatMap(({ sn, kind }) =>
        kind === 'gateway' ? [] : [{ ...unsaid, id: newId(), sn, kind, gatewayId }],
      )
    const answer = await act.send('POST /api/stations/{stationId}/devices', {
      params: { stationId },
      body: { devices },
    })
    if (!answer) return
    const [first] = answer.refused
    if (first) act.blame({}, `${first.sn}: ${sentence(first.code) ?? ''}`)
    else toast(t('confirmed'))
  }
  const title = t('unexpectedTitle', { count: list.length })
  return (
    <Card flush title={title}>
      <p className={parts.under}>{t('unexpectedText')}</p>
      <PickList
        label={title}
        many={mayConfirm}
        items={list.map((one) => ({
          id: one.id,
          name: one.name || one.sn,
          hint: <Dotted parts={partsOf(one)} />,
        }))}
        chosen={mayConfirm ? chosen.map(({ id, sn }) => ({ id, name: sn })) : []}
        onChoose={(next) => {
          const kept = new Set(next.map(({ id }) => id))
          setLeft(new Set(list.filter(({ id }) => !kept.has(id)).map(({ id }) => id)))
        }}
      />
      {mayConfirm && (
        <div className={styles.confirm}>
          <FormFailure text={act.failed} />
          <Button wide busy={act.busy} disabled={chosen.length === 0} onClick={() => void confirm()}>
            {t('confirm', { count: chosen.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}
