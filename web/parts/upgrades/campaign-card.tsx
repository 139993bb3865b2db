import { CirclePause, CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAct } from '../../app/acts/use-act.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { FieldError } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { isOpen } from './status-pills.tsx'
import { TaskRow } from './task-row.tsx'
import { type Task, type Upgrade, useUpgrade } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { Windowed } from '../../kit/windowed.tsx'

type Act = 'pause' | 'resume' | 'cancel' | 'one'
const routes = {
  pause: 'POST /api/upgrades/{upgradeId}/pause',
  resume: 'POST /api/upgrades/{upgradeId}/resume',
  cancel: 'POST /api/upgrades/{upgradeId}/cancel',
} as const

/** The upgrade that this gateway belongs to: whether it runs, who else is in it, and the brakes. */
export function CampaignCard({ upgrade, task }: { upgrade: Upgrade; task: Task }) {
  const t = useTranslations('upgrades')
  const several = upgrade.total > 1
  const others = useUpgrade(upgrade.id, several).data?.tasks.filter(({ id }) => id !== task.id) ?? []
  const running = upgrade.state === 'running' || upgrade.state === 'paused'
  if (!several && !(running && upgrade.mayControl)) return null
  return (
    <Card flush title={t('campaign.title', { count: upgrade.total })}>
      <div className={styles.inside}>
        <p className={rows.place}>
          <Dotted
            parts={[
              t(`campaign.state.${upgrade.state}`),
              several && t(upgrade.stopAtFailure ? 'campaign.stops' : 'campaign.goesOn'),
            ]}
          />
        </p>
        {upgrade.pausedBecause !== null && <p>{t(`campaign.because.${upgrade.pausedBecause}`)}</p>}
        {running && upgrade.mayControl && <Brakes upgrade={upgrade} task={task} />}
      </div>
      {others.length > 0 && (
        <ul className={rows.list}>
          <Windowed items={others} as="li" rowHeight={60}>
            {(piece) => piece.map((one) => <TaskRow key={one.id} task={one} />)}
          </Windowed>
        </ul>
      )}
    </Card>
  )
}

/** Pause, resume, cancel; each asks once more and says what goes on all the same. */
function Brakes({ upgrade, task }: { upgrade: Upgrade; task: Task }) {
  const t = useTranslations('upgrades')
  const sending = useAct({ offline: t('create.offline') })
  const [asking, setAsking] = useState<Act | null>(null)
  const name = task.gateway.name || task.gateway.sn
  const go = async (): Promise<void> => {
    const act = asking
    setAsking(null)
    if (act === null) return
    const done =
      act === 'one'
        ? await sending.send('POST /api/upgrade-tasks/{taskId}/cancel', {
            params: { taskId: task.id },
            body: {},
          })
        : await sending.send(routes[act], { params: { upgradeId: upgrade.id }, body: {} })
    if (done) toast(t(act === 'pause' || act === 'resume' ? 'campaign.keep' : 'task.cancelled'))
  }
  const asks = {
    pause: { title: t('campaign.pauseTitle'), text: t('campaign.pauseText'), word: t('campaign.pause') },
    resume: { title: t('campaign.resumeTitle'), text: t('campaign.resumeText'), word: t('campaign.resume') },
    cancel: {
      title: t('campaign.cancelTitle'),
      text: t('task.cancelText'),
      word: t('campaign.cancel'),
    },
    one: {
      title: t('task.cancelOneTitle', { name }),
      text: t('task.cancelText'),
      word: t('task.cancelOne'),
    },
  }
  const asked = asks[asking ?? 'pause']
  const paused = upgrade.state === 'paused'
  const mayCancelOne = task.status === 'waiting' || task.status === 'sending'
  return (
    <>
      <FieldError id="control-upgrade" error={sending.failed} />
      <div className={styles.acts}>
        <Button
          kind="soft"
          icon={paused ? <CirclePlay size={18} aria-hidden /> : <CirclePause size={18} aria-hidden />}
          busy={sending.busy}
          disabled={sending.cut}
          onClick={() => setAsking(paused ? 'resume' : 'pause')}
        >
          {t(paused ? 'campaign.resume' : 'campaign.pause')}
        </Button>
        <Button kind="dangerPlain" disabled={sending.cut || sending.busy} onClick={() => setAsking('cancel')}>
          {t('campaign.cancel')}
        </Button>
      </div>
      {upgrade.total > 1 && isOpen(task.status) && mayCancelOne && (
        <Button kind="dangerPlain" disabled={sending.cut || sending.busy} onClick={() => setAsking('one')}>
          {t('task.cancelOne')}
        </Button>
      )}
      <AlertDialog
        open={asking !== null}
        danger={asking === 'cancel' || asking === 'one'}
        title={asked.title}
        text={asked.text}
        confirm={asked.word}
        onConfirm={() => void go()}
        onCancel={() => setAsking(null)}
      />
    </>
  )
}
