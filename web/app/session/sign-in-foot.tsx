import { useTranslations } from 'use-intl'
import { pathTo } from '../../paths.ts'
import { Go } from '../../kit/navigation/go.tsx'
import { LanguageButton } from '../shell/language-button.tsx'
import styles from './sign-in.module.css'

/** Under sign-in and set-up: another language, and what is done with data. */
export function SignInFoot() {
  const t = useTranslations('accounts')
  return (
    <div className={styles.foot}>
      <LanguageButton />
      <Go to={pathTo('user-privacy-agreement')} className={styles.legal}>
        {t('privacy')}
      </Go>
    </div>
  )
}
