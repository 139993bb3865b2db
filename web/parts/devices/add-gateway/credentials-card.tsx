import { KeyRound } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Card } from '../../../kit/card.tsx'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { Row, Rows } from '../../../kit/row.tsx'
import type { Credentials } from '../gateway/credentials-sheet.tsx'
import styles from './adding.module.css'

/** What has to be typed into the gateway, shown this once; every value can be copied. */
export function CredentialsCard({ credentials }: { credentials: Credentials }) {
  const t = useTranslations('adding.login')
  const { user, secret, host, port, tls, topicPrefix } = credentials
  const rows = [
    [t('host'), host],
    [t('port'), String(port)],
    [t('user'), user],
    [t('clientId'), user],
    [t('secret'), secret],
    [t('topic'), topicPrefix],
  ] as const
  return (
    <>
      <div className={styles.warning} role="note">
        <KeyRound size={20} aria-hidden />
        <p>
          <strong>{t('onceTitle')}</strong>
          {t('onceText')}
        </p>
      </div>
      <Card flush title={t('title')}>
        <Rows>
          {rows.map(([name, text]) => (
            <div key={name} className={styles.credential}>
              <span>{name}</span>
              <CopyButton text={text} what={name} />
            </div>
          ))}
          <Row label={t('encryption')} value={t(tls ? 'tls' : 'plain')} />
        </Rows>
      </Card>
    </>
  )
}
