import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Person } from '../../app/session/user-info.ts'
import { Card } from '../../kit/card.tsx'
import { IconButton } from '../../kit/page.tsx'
import { Tag } from '../states/status-pill.tsx'
import { NameSheet } from './name-sheet.tsx'
import styles from './mine.module.css'

/** Who is signed in: name, account, role, company. */
export function MeCard({ person }: { person: Person }) {
  const t = useTranslations('mine')
  const [editing, setEditing] = useState(false)
  const role = person.roles[0] ?? 'none'
  return (
    <Card className={styles.me}>
      <span className={styles.avatar} aria-hidden>
        {initial(person.name)}
      </span>
      <div className={styles.who}>
        <p className={styles.name}>{person.name}</p>
        <p className={styles.account}>{person.account}</p>
        <p className={styles.tags}>
          <Tag>{t(`role.${role}`)}</Tag>
          {person.company && <span>{person.company.name}</span>}
        </p>
      </div>
      <IconButton label={t('editName')} onClick={() => setEditing(true)}>
        <Pencil size={20} aria-hidden />
      </IconButton>
      <NameSheet open={editing} present={person.name} onClose={() => setEditing(false)} />
    </Card>
  )
}

/** The first letter a person would name: a whole character, also beyond the basic plane. */
export const initial = (name: string): string =>
  String.fromCodePoint(name.trim().codePointAt(0) ?? 63).toUpperCase()
