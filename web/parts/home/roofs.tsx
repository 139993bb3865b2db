import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useInSight } from '../../kit/use-in-sight.ts'
import { RoofCard } from '../topology/roof/roof-card.tsx'
import { RoofOf } from '../topology/roof/roof-frame.tsx'
import type { Home } from './home-data.ts'
import styles from './roofs.module.css'

/** A small roof of each station, one press from the whole of it: of one as a card, of a few side by side. */
export function Roofs({ home: { attention, light, only } }: { home: Home }) {
  const t = useTranslations('home')
  if (only) return <RoofCard stationId={only.id} />
  // Where something is amiss stands first.
  const first = attention.map(({ id }) => id)
  const place = (id: string): number => (first.includes(id) ? first.indexOf(id) : first.length)
  return (
    <ul className={styles.roofs} aria-label={t('roofs')}>
      {[...light.cells]
        .sort((a, b) => place(a.id) - place(b.id))
        .map(({ id, name }) => (
          <Slot key={id} id={id} name={name} />
        ))}
    </ul>
  )
}

/** What is beyond the edge is asked for as it comes into sight; until then nothing waits there. */
function Slot({ id, name }: { id: string; name: string }) {
  const place = useRef<HTMLLIElement>(null)
  const [seen, setSeen] = useState(false)
  useInSight(place, seen ? null : () => setSeen(true), { ahead: 200 })
  return (
    <li ref={place}>
      <RoofOf value={name}>{seen && <RoofCard stationId={id} />}</RoofOf>
    </li>
  )
}
