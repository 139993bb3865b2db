import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../app/data/call.ts'
import { chooseLanguage } from '../../app/phrases/choose-language.ts'
import type { Language } from '../../kit/words/language.ts'
import { useFormat } from '../../kit/words/use-format.ts'
import { themes, type Theme } from '../../kit/theme.ts'
import { Card } from '../../kit/card.tsx'
import { Segmented } from '../../kit/segmented.tsx'
import styles from './mine.module.css'

const languages = [
  { value: 'zh_CN', label: '简体中文' },
  { value: 'en', label: 'English' },
] as const
const looks: readonly Theme[] = ['system', 'light', 'dark']

/** Language and appearance; both change at once, without a reload. */
export function DisplayCard({ signedIn }: { signedIn: boolean }) {
  const t = useTranslations('mine')
  const { language } = useFormat()
  const theme = useSyncExternalStore(themes.watch, themes.chosen)
  const speak = (next: Language): void => {
    void chooseLanguage(next)
    // For what the server writes to this person; the choice on this phone does not depend on it.
    if (signedIn) call('PUT /api/me', { body: { language: next } }).catch(() => undefined)
  }
  return (
    <Card title={t('screen')}>
      <div className={styles.choice}>
        <span>{t('language')}</span>
        <Segmented label={t('language')} options={languages} value={language} onChange={speak} />
      </div>
      <div className={styles.choice}>
        <span>{t('theme')}</span>
        <Segmented
          label={t('theme')}
          options={looks.map((value) => ({ value, label: t(value) }))}
          value={theme}
          onChange={themes.choose}
        />
      </div>
    </Card>
  )
}
