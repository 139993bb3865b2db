import { CloudUpload, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Dotted } from '../../../kit/dotted.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { QueuedAct } from '../../../app/outbox/queued-act.ts'
import { syncCentre } from '../../../app/outbox/sync-centre.ts'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { classes } from '../../../kit/classes.ts'
import { statusTone } from '../../states/status-pill.tsx'
import { flowName } from '#domain/work-orders/flow-table.ts'
import styles from '../order.module.css'

/** What of this order waits on the phone, or was not taken by the server. */
export function QueuedCard({ acts }: { acts: readonly QueuedAct[] }) {
  const t = useTranslations('order')
  const format = useFormat()
  const now = useNow()
  if (acts.length === 0) return null
  const refused = acts.some(({ refusal }) => refusal !== null)
  const Icon = refused ? TriangleAlert : CloudUpload
  return (
    <Card>
      <div className={styles.stack}>
        <div className={classes(styles.warning, statusTone(refused ? 'fault' : 'curtailed'))} role="status">
          <Icon size={18} aria-hidden />
          <div>
            <b>{t(refused ? 'queued.refused' : 'queued.title')}</b>
            {acts.map(({ id, call, at }) => (
              <p key={id}>
                <Dotted
                  parts={['no' in call.body && t(`flow.${flowName(call.body.no)}`), format.age(at, now)]}
                />
              </p>
            ))}
          </div>
        </div>
        <Button kind="soft" wide onClick={syncCentre.open}>
          {t('queued.look')}
        </Button>
      </div>
    </Card>
  )
}
