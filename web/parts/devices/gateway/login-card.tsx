import type { Credentials } from './credentials-sheet.tsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { Tag } from '../../states/status-pill.tsx'
import { toast } from '../../../kit/toast.tsx'
import { childCount, type DeviceDetail } from '../device-facts.ts'
import parts from '../parts.module.css'
import { CredentialsSheet } from './credentials-sheet.tsx'
import { LoginActSheet, type LoginAct } from './login-act-sheet.tsx'
import styles from './gateway.module.css'

/** The login of a gateway: new credentials, or none. Each act is confirmed by part of the serial number. */
export function LoginCard({ detail }: { detail: DeviceDetail }) {
  const t = useTranslations('gateway.login')
  const [act, setAct] = useState<LoginAct | null>(null)
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<Credentials | null>(null)
  const begin = (next: LoginAct): void => {
    setAct(next)
    setOpen(true)
  }
  const hasSecret = detail.link?.hasSecret === true
  return (
    <Card title={t('title')} action={hasSecret && <Tag>{t('active')}</Tag>}>
      <div className={styles.login}>
        {!hasSecret && <p className={styles.noLogin}>{t('revoked')}</p>}
        <p className={parts.quiet}>{t('text')}</p>
        <div className={styles.buttons}>
          <Button kind="soft" icon={<KeyRound size={18} aria-hidden />} onClick={() => begin('renew')}>
            {t('renew')}
          </Button>
          {hasSecret && (
            <Button kind="dangerPlain" onClick={() => begin('revoke')}>
              {t('revoke')}
            </Button>
          )}
        </div>
      </div>
      <LoginActSheet
        act={act ?? 'renew'}
        open={open}
        device={detail.device}
        behind={childCount(detail)}
        onClose={() => setOpen(false)}
        onDone={(credentials) => {
          setOpen(false)
          if (credentials) setShown(credentials)
          else toast(t('revokedDone'))
        }}
      />
      <CredentialsSheet credentials={shown} onClose={() => setShown(null)} />
    </Card>
  )
}
