import { useTranslations } from 'use-intl'
import { Message, Text } from './help-text.tsx'
import { messages } from './gateway-messages.ts'
import styles from './help.module.css'

/** What to enter into a gateway, and what it has to say; the wire's contract in short. */
export function GatewayHelp() {
  const t = useTranslations('helpGateway')
  const facts = [
    [t('protocol'), 'MQTT 3.1.1'],
    [t('address'), t('addressValue')],
    [t('user'), t('userValue')],
    [t('password'), t('passwordValue')],
    [t('quality'), '1'],
    [t('size'), '64 KB'],
  ] as const
  return (
    <>
      <p className={styles.intro}>{t('intro')}</p>
      <Text title={t('loginTitle')} text={t('loginText')} />
      <section>
        <h3>{t('enterTitle')}</h3>
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h3>{t('sayTitle')}</h3>
        <p>{t('sayText')}</p>
        <Message title={t('statusTitle')} text={t('statusText')} {...messages.status} />
        <Message title={t('invTitle')} text={t('invText')} {...messages.inv} />
        <Message title={t('teleTitle')} text={t('teleText')} {...messages.tele} />
      </section>
      <Text title={t('ackTitle')} text={t('ackText')} />
      <section>
        <h3>{t('getTitle')}</h3>
        <p>{t('getText')}</p>
        <Message title="cfg" {...messages.cfg} />
      </section>
    </>
  )
}
