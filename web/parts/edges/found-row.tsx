import { CircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useKindWords } from '../../app/phrases/use-kind-words.ts'
import { Dotted } from '../../kit/dotted.tsx'
import { Button } from '../../kit/button.tsx'
import { Row } from '../../kit/row.tsx'
import { useFormat } from '../../kit/words/use-format.ts'
import { kindIcons } from '../states/kind-icons.ts'
import { Tag } from '../states/status-pill.tsx'
import { powerOf } from './device-rows.ts'
import { placeOf } from './device-address.ts'
import type { Found } from './edge-view.ts'

type FoundRowProps = {
  found: Found
  /** null = this person may not take it in. */
  onTake: (() => void) | null
  busy: boolean
}

/** What answers at an address: brand, model, serial and power now, and the button that takes it in. */
export function FoundRow({ found, onTake, busy }: FoundRowProps) {
  const t = useTranslations('edge')
  const kinds = useKindWords()
  const format = useFormat()
  const [first] = found.devices
  // A mapping says no brand: what it makes of it is what it was told to be.
  const nameless = found.profile === 'map' && first ? kinds.one(first.kind) : t('unknownDevice')
  const name = [found.brand, found.model ?? first?.model].filter(Boolean).join(' ') || nameless
  const Icon = first ? kindIcons[first.kind] : CircleQuestionMark
  const power = powerOf(found.devices)
  const end = (): ReactNode => {
    if (found.takenBy === 'other') return <Tag>{t('takenOther')}</Tag>
    if (found.taken) return <Tag>{t('taken')}</Tag>
    return (
      onTake && (
        <Button small busy={busy} aria-label={t('takeInSpoken', { name })} onClick={onTake}>
          {t('takeIn')}
        </Button>
      )
    )
  }
  return (
    <Row
      icon={<Icon size={22} strokeWidth={1.8} aria-hidden />}
      label={name}
      hint={
        <>
          <Dotted
            parts={[
              first && found.devices.length === 1 ? kinds.one(first.kind) : '',
              found.devices.length > 1 ? t('several', { count: found.devices.length }) : (first?.sn ?? ''),
            ]}
          />
          <Dotted parts={[placeOf(found.url), power !== null && format.text('power', power)]} />
        </>
      }
      value={end()}
    />
  )
}
