import { useTranslations } from 'use-intl'

/** How often it came, where that is more than once, right after its name: `×2`, on the line of its last word. */
export function HowOften({ count }: { count: number }) {
  const t = useTranslations('alarms')
  if (count < 2) return null
  return (
    <>
      <span aria-hidden>{`\u00a0×${count}`}</span>
      <span className="sr-only">{`, ${t('times', { count })}`}</span>
    </>
  )
}
