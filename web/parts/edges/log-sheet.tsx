import { useTranslations } from 'use-intl'
import { Sheet } from '../../kit/sheet.tsx'
import { LogPart } from './diagnose-part.tsx'

/** The edge's own log over its page. */
export function LogSheet({
  gatewayId,
  open,
  onClose,
}: {
  gatewayId: string
  open: boolean
  onClose: () => void
}) {
  const t = useTranslations('edge')
  return (
    <Sheet open={open} onClose={onClose} title={t('log')} size="full">
      <LogPart gatewayId={gatewayId} />
    </Sheet>
  )
}
