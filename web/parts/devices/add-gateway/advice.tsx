import { useTranslations } from 'use-intl'
import { CopyButton } from '../../../kit/copy-button.tsx'
import type { DeviceDetail } from '../device-facts.ts'
import styles from './adding.module.css'
import type { ArrivalStep } from './arrival.ts'
import type { Address } from './gateway-draft.ts'
import { loginTest } from './login-test.ts'

type AdviceProps = {
  step: ArrivalStep
  sn: string
  /** null for a claimed gateway, or when it was added on another phone. */
  address: Address | null
  link: DeviceDetail['link']
}

/** What to look at when a step does not come. */
export function Advice({ step, sn, address, link }: AdviceProps) {
  const t = useTranslations('adding.advice')
  if (step === 'connect' && link?.birthAt != null) return <Points of="lost" />
  if (step === 'connect')
    return <ConnectAdvice sn={sn} address={address} revoked={link?.hasSecret === false} />
  return (
    <>
      {step === 'inventory' && <Points of="inventory" />}
      {step === 'report' && <Points of="report" />}
      {link !== null && link.quarantine.length > 0 && (
        <p>{t('quarantine', { count: link.quarantine.length, sn: link.quarantine[0]?.sn ?? '' })}</p>
      )}
      {link !== null && link.refused > 0 && <p>{t('refused', { count: link.refused })}</p>}
    </>
  )
}

function Points({ of }: { of: 'lost' | 'inventory' | 'report' }) {
  const t = useTranslations(`adding.advice.${of}`)
  return (
    <ul>
      <li>{t('first')}</li>
      <li>{t('second')}</li>
    </ul>
  )
}

function ConnectAdvice({ sn, address, revoked }: { sn: string; address: Address | null; revoked: boolean }) {
  const t = useTranslations('adding.advice.connect')
  const login = useTranslations('adding.login')
  if (revoked) return <p>{t('revoked')}</p>
  return (
    <>
      <ul>
        <li>{t('power')}</li>
        <li>
          {address ? t('network', { host: address.host, port: String(address.port) }) : t('networkUnknown')}
        </li>
        <li>{t('login', { sn })}</li>
        {address && <li>{t(address.tls ? 'tls' : 'plain')}</li>}
      </ul>
      {address && (
        <>
          <dl className={styles.facts}>
            <dt>{login('host')}</dt>
            <dd>{address.host}</dd>
            <dt>{login('port')}</dt>
            <dd>{address.port}</dd>
            <dt>{login('user')}</dt>
            <dd>{address.user}</dd>
            <dt>{login('topic')}</dt>
            <dd>{address.topicPrefix}</dd>
          </dl>
          <p>{t('test')}</p>
          <code className={styles.command}>
            <CopyButton text={loginTest(address)} what={t('command')} />
          </code>
          <p>{t('testResult')}</p>
        </>
      )}
    </>
  )
}
