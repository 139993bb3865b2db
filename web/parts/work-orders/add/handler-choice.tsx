import { useTranslations } from 'use-intl'
import { Button } from '../../../kit/button.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { HandlerList } from '../actions/handler-list.tsx'
import type { OrderDraft } from './order-draft.ts'
import order from '../order.module.css'

type HandlerChoiceProps = {
  stationId: string
  value: OrderDraft['handler']
  onChange: (handler: OrderDraft['handler']) => void
  onClose: () => void
}

/** One of those who handle orders of the station, or nobody yet. */
export function HandlerChoice({ stationId, value, onChange, onClose }: HandlerChoiceProps) {
  const t = useTranslations('order')
  const choose = (handler: OrderDraft['handler']): void => {
    onChange(handler)
    onClose()
  }
  return (
    <Sheet open title={t('add.handler')} onClose={onClose}>
      <div className={order.sheet}>
        <HandlerList
          stationId={stationId}
          value={value?.id ?? null}
          present={null}
          onChange={({ id, name }) => choose({ id, name })}
        />
        <Button kind="quiet" onClick={() => choose(null)}>
          {t('add.later')}
        </Button>
      </div>
    </Sheet>
  )
}
