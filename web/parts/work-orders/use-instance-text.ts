import { useTranslations } from 'use-intl'
import { instanceWord } from '../../app/phrases/instance-word.ts'
import { useFormat } from '../../kit/words/use-format.ts'

type Joined = { name: { en: string; zh_CN: string }; instance: string } | null | undefined

/** An instance of an alarm in words: what joined it under another code bears that code's name. */
export const useInstanceText = (): ((instance: string, joined: Joined) => string) => {
  const t = useTranslations('order')
  const { language } = useFormat()
  return (instance, joined) =>
    // An older answer that this phone has kept knows nothing of it.
    joined == null
      ? instanceWord(instance, (no) => t('instance', { instance: no }))
      : `${joined.name[language]}${joined.instance === '1' ? '' : ` · ${joined.instance}`}`
}
