import { Languages } from 'lucide-react'
import { useFormat } from '../../kit/words/use-format.ts'
import { chooseLanguage } from '../phrases/choose-language.ts'
import { Button } from '../../kit/button.tsx'

/** Switches to the other language; says its name in that language. */
export function LanguageButton() {
  const { language } = useFormat()
  const other = language === 'en' ? 'zh_CN' : 'en'
  return (
    <Button
      kind="plain"
      small
      icon={<Languages size={18} aria-hidden />}
      lang={other === 'en' ? 'en' : 'zh-CN'}
      onClick={() => void chooseLanguage(other)}
    >
      {other === 'en' ? 'English' : '简体中文'}
    </Button>
  )
}
