import { BadgeCheck, CircleAlert, Undo2 } from 'lucide-react'
import { WITHDRAWAL_MAX } from '#domain/upgrades/limits.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAllowed } from '../../app/session/allowed.tsx'
import { usePerson } from '../../app/session/session.ts'
import { useAct } from '../../app/acts/use-act.ts'
import { useData } from '../../app/data/query.ts'
import { pathTo } from '../../paths.ts'
import { AlertDialog } from '../../kit/alert-dialog.tsx'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { FieldError, Fields } from '../../kit/field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { PackageFacts, PackageImages } from './package-facts.tsx'
import { PackagePill } from './status-pills.tsx'
import type { FirmwarePackage } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { useUpgradeWords } from './use-upgrade-words.ts'
import { Waiting } from '../../app/failure/waiting.tsx'

type PackageSheetProps = { packageId: string; onClose: () => void }

/** Everything of one package: its images, who answers for it, and approving or withdrawing it. */
export function PackageSheet({ packageId, onClose }: PackageSheetProps) {
  const t = useTranslations('upgrades.packages')
  const found = useData('GET /api/packages/{packageId}', { params: { packageId } })
  const one = found.data?.package
  return (
    <Sheet open onClose={onClose} title={one?.name ?? t('facts')} size="full">
      <div className={styles.sheet}>{one ? <Known one={one} /> : <Waiting of={found} rows={6} />}</div>
    </Sheet>
  )
}

function Known({ one }: { one: FirmwarePackage }) {
  const words = useUpgradeWords()
  const t = useTranslations('upgrades.packages')
  const person = usePerson()
  const mayApprove = useAllowed('device:upgrade:approve')
  const mayCreate = useAllowed('device:upgrade:create')
  const own = one.uploadedBy !== null && one.uploadedBy.id === person?.id
  return (
    <>
      <div className={styles.head}>
        <PackagePill one={one} />
      </div>
      {one.blocks.map((block) => (
        <p key={block} className={styles.why}>
          <CircleAlert size={14} aria-hidden />
          {words.packageBlock(block)}
        </p>
      ))}
      {one.state === 'uploaded' && (
        <p className={rows.place}>{t(own ? 'own' : mayApprove && one.tooClose ? 'tooClose' : 'waits')}</p>
      )}
      <PackageFacts one={one} />
      <PackageImages images={one.images} />
      {mayCreate && one.state === 'approved' && one.blocks.length === 0 && (
        <ButtonLink wide to={pathTo('new-upgrade-task', { packageId: one.id })}>
          {t('use')}
        </ButtonLink>
      )}
      {mayApprove && <Decide one={one} />}
    </>
  )
}

function Decide({ one }: { one: FirmwarePackage }) {
  const t = useTranslations('upgrades.packages')
  const offline = useTranslations('upgrades.create')
  const act = useAct({ offline: offline('offline') })
  const [asking, setAsking] = useState<'approve' | 'withdraw' | null>(null)
  const [remark, setRemark] = useState('')
  const params = { packageId: one.id }
  const what = { name: one.name, version: one.version }
  const go = async (): Promise<void> => {
    const how = asking
    setAsking(null)
    const said = remark.trim() ? { remark: remark.trim() } : {}
    const done =
      how === 'approve'
        ? await act.send('POST /api/packages/{packageId}/approve', { params, body: {} })
        : await act.send('POST /api/packages/{packageId}/withdraw', { params, body: said })
    if (done) toast(t('approveDone'))
  }
  return (
    <>
      <FieldError id="decide-package" error={act.failed} />
      <div className={styles.acts}>
        {one.mayApprove && one.state === 'uploaded' && (
          <Button
            icon={<BadgeCheck size={18} aria-hidden />}
            busy={act.busy}
            disabled={act.cut}
            onClick={() => setAsking('approve')}
          >
            {t('approve')}
          </Button>
        )}
        {one.mayWithdraw && (
          <Button
            kind="dangerPlain"
            icon={<Undo2 size={18} aria-hidden />}
            busy={act.busy}
            disabled={act.cut}
            onClick={() => setAsking('withdraw')}
          >
            {t('withdraw')}
          </Button>
        )}
      </div>
      <AlertDialog
        open={asking === 'approve'}
        title={t('approveTitle')}
        text={t('approveText', what)}
        confirm={t('approve')}
        onConfirm={() => void go()}
        onCancel={() => setAsking(null)}
      />
      <AlertDialog
        open={asking === 'withdraw'}
        danger
        title={t('withdrawTitle')}
        text={
          <>
            <p>{t('withdrawText', what)}</p>
            <Fields>
              <TextField
                label={t('remark')}
                optional
                maxLength={WITHDRAWAL_MAX}
                value={remark}
                onChange={(event) => setRemark(event.target.value)}
              />
            </Fields>
          </>
        }
        confirm={t('withdraw')}
        onConfirm={() => void go()}
        onCancel={() => setAsking(null)}
      />
    </>
  )
}
