import { Copy, Share2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '../../kit/button.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { copyText } from '../../kit/copy-text.ts'
import { handOn } from '../../kit/hand-on.ts'
import { base } from '../../kit/navigation/app-path.ts'
import { Row, Rows } from '../../kit/row.tsx'
import { toast } from '../../kit/toast.tsx'
import styles from './mine.module.css'

export type Added = { name: string; account: string; password: string }

/**
 * What a person needs to sign in who was added, or given a new password `again`, to be told by whoever did it: nobody is
 * told the password again.
 */
export function HandOver({
  added: { name, account, password },
  again = false,
  onDone,
}: {
  added: Added
  again?: boolean
  onDone: () => void
}) {
  const t = useTranslations('people')
  const mine = useTranslations('mine')
  const ui = useTranslations('ui')
  const address = `${location.origin}${base}/`
  const passwordWord = again ? mine('nextPassword') : t('password')
  const text = t(again ? 'toldAgain' : 'told', { name, address, account, password })
  const shares = typeof navigator.share === 'function'
  const copy = async (): Promise<void> =>
    (await copyText(text)) ? toast(ui('copied')) : toast(ui('copyFailed'), 'failed')
  const share = async (): Promise<void> => {
    if (!(await handOn({ text }))) await copy()
  }
  return (
    <div className={styles.form}>
      <div className={styles.top}>
        <p className={styles.note}>{t('handOverText')}</p>
      </div>
      <Rows>
        <Row label={t('address')} value={<CopyButton text={address} what={t('address')} />} />
        <Row label={mine('account')} value={<CopyButton text={account} what={mine('account')} />} />
        <Row label={passwordWord} value={<CopyButton text={password} what={passwordWord} />} />
      </Rows>
      <div className={styles.act}>
        {shares && (
          <Button wide icon={<Share2 size={18} aria-hidden />} onClick={() => void share()}>
            {t('share')}
          </Button>
        )}
        <Button
          wide
          kind={shares ? 'soft' : 'primary'}
          icon={<Copy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('copyAll')}
        </Button>
        <Button wide kind="plain" onClick={onDone}>
          {ui('done')}
        </Button>
      </div>
    </div>
  )
}
