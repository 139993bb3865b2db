import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { POSITION_MAX } from '#domain/devices/limits.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { NumberField } from '../../../kit/number-field.tsx'
import { Segmented } from '../../../kit/segmented.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import type { ArrayStore } from '../array-store.ts'
import { fillPositions } from '../moves.ts'
import { bySerial, freePositions, tailOf, type MemberKind, type Site } from '../site.ts'
import styles from '../arrays.module.css'

type FillSheetProps = {
  open: boolean
  site: Site
  store: ArrayStore
  kind: MemberKind
  slot: { stringId: string; position: number }
  onClose: () => void
  onFilled: () => void
}

/** Unassigned devices into the free positions of a string, one after the other. */
export function FillSheet({ open, onClose, ...rest }: FillSheetProps) {
  const t = useTranslations('arrays.fill')
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <FillForm {...rest} />
    </Sheet>
  )
}

/** How many are proposed: a usual string. */
const usual = 20

function FillForm({ site, store, kind, slot, onFilled }: Omit<FillSheetProps, 'open' | 'onClose'>) {
  const t = useTranslations('arrays.fill')
  const arrays = useTranslations('arrays')
  const waiting = site.members
    .filter((one) => one.kind === kind && site.hang(one.id).stringId === null)
    .sort(bySerial)
  const [order, setOrder] = useState<'up' | 'down'>('up')
  const [count, setCount] = useState<number | null>(Math.min(usual, waiting.length))
  const right = count !== null && Number.isInteger(count) && count >= 1 && count <= waiting.length
  const chosen = (order === 'up' ? waiting : waiting.toReversed()).slice(0, right ? count : 0)
  const positions = freePositions(site, kind, slot.stringId, {
    from: slot.position,
    count: chosen.length,
    most: POSITION_MAX,
  })
  const no = site.strings.find(({ id }) => id === slot.stringId)?.no ?? 0
  if (waiting.length === 0)
    return (
      <div className={styles.body}>
        <p>{t('none')}</p>
      </div>
    )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!right) return
        store.act(
          fillPositions(
            site,
            chosen.map(({ id }) => id),
            slot.stringId,
            positions,
          ),
        )
        onFilled()
      }}
    >
      <div className={styles.body}>
        <p>{t('into', { no: String(no), position: String(slot.position) })}</p>
        <Segmented
          label={t('order')}
          options={[
            { value: 'up', label: t('up') },
            { value: 'down', label: t('down') },
          ]}
          value={order}
          onChange={setOrder}
        />
      </div>
      <Fields>
        <NumberField
          label={t('count')}
          unit={`/ ${waiting.length}`}
          decimals={false}
          value={count}
          error={right ? undefined : arrays('form.whole', { most: String(waiting.length) })}
          onChange={setCount}
        />
      </Fields>
      <div className={styles.body}>
        {right && (
          <p role="status">
            {t('preview', {
              first: `…${tailOf(chosen[0]?.sn ?? '', 5)}`,
              last: `…${tailOf(chosen.at(-1)?.sn ?? '', 5)}`,
              from: String(positions[0] ?? ''),
              to: String(positions.at(-1) ?? ''),
            })}
          </p>
        )}
        <Button type="submit" wide disabled={!right}>
          {t('done')}
        </Button>
      </div>
    </form>
  )
}
