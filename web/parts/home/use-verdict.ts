import { Check, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { levelTone, statusTone } from '../states/status-pill.tsx'
import type { Home } from './home-data.ts'
import { verdictOf } from './verdict.ts'

/** Is it fine? In words, with a mark and its tone, on home and on a wall alike. */
export const useVerdict = (
  home: Home,
  stale: boolean,
): { is: ReturnType<typeof verdictOf>['is']; tone: string | undefined; Icon: LucideIcon; text: string } => {
  const t = useTranslations('home')
  const verdict = verdictOf(home, stale)
  const { is } = verdict
  if (verdict.is === 'attention') {
    const tone = verdict.level ? levelTone(verdict.level) : statusTone('fault')
    return { is, tone, Icon: TriangleAlert, text: t('needLook', { count: verdict.count }) }
  }
  if (is === 'well') return { is, tone: statusTone('producing'), Icon: Check, text: t('allWell') }
  const text = verdict.is === 'unheard' ? t('neverHeard', { count: verdict.count }) : t('notCurrent')
  return { is, tone: statusTone('unknown'), Icon: CircleDashed, text }
}
