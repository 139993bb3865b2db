import { Lock } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Permission } from '#domain/accounts/permissions.ts'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { Why } from './lazy-why.tsx'

type NotAllowedProps = { needs: Permission; lookOnly?: boolean }

/** In place of a form that would be refused once it is filled in. */
export function NotAllowed({ needs, lookOnly = false }: NotAllowedProps) {
  const t = useTranslations('failure')
  return (
    <EmptyState icon={<Lock size={26} aria-hidden />} title={t('forbidden')}>
      <Why needs={needs} lookOnly={lookOnly} />
    </EmptyState>
  )
}
