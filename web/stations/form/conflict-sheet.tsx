import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Sheet } from '../../ui/sheet.tsx'
import type { StationData } from '../station-queries.ts'
import { differences, merged, type GroupName, type Side } from './conflict.ts'
import styles from './form.module.css'
import { useGroupText } from './group-text.ts'
import { valuesOf, type StationValues } from './station-values.ts'

type ConflictProps = {
  /** The station as somebody else saved it; null while nobody did. */
  theirs: StationData | null
  /** As it was when changing it began. */
  base: StationValues
  mine: () => StationValues
  onDecided: (values: StationValues, theirs: StationData) => void
  onClose: () => void
}

/** Somebody saved in the meantime: both versions, field by field, and nothing is overwritten unseen. */
export function ConflictSheet({ theirs, base, mine, onDecided, onClose }: ConflictProps) {
  const t = useTranslations('editing.conflict')
  return (
    <Sheet open={theirs !== null} onClose={onClose} title={t('title')} size="full">
      {theirs && (
        <Choices
          key={theirs.version}
          base={base}
          mine={mine()}
          theirs={theirs}
          onDecided={(values) => onDecided(values, theirs)}
        />
      )}
    </Sheet>
  )
}

type ChoicesProps = {
  base: StationValues
  mine: StationValues
  theirs: StationData
  onDecided: (values: StationValues) => void
}

function Choices({ base, mine, theirs, onDecided }: ChoicesProps) {
  const t = useTranslations('editing.conflict')
  const labels = useTranslations('editing')
  const text = useGroupText({ [theirs.companyId]: theirs.companyName })
  const saved = valuesOf(theirs)
  const found = differences(base, mine, saved)
  const [sides, setSides] = useState<Partial<Record<GroupName, Side>>>(() =>
    Object.fromEntries(found.flatMap(({ group, chosen }) => (chosen ? [[group, chosen]] : []))),
  )
  const id = useId()
  const open = found.filter(({ group }) => sides[group] === undefined).length
  return (
    <div className={styles.conflict}>
      <p className={styles.conflictText}>{t('text')}</p>
      {found.map(({ group, chosen }) => (
        <fieldset key={group} className={styles.difference}>
          <legend>
            {labels(group)}
            {chosen === null && <span className={styles.both}>{t('bothChanged')}</span>}
          </legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <Version
              key={side}
              name={`${id} ${group}`}
              title={t(side)}
              text={text(group, side === 'mine' ? mine : saved) ?? t('empty')}
              chosen={sides[group] === side}
              onChoose={() => setSides({ ...sides, [group]: side })}
            />
          ))}
        </fieldset>
      ))}
      <div className={styles.conflictFoot}>
        {open > 0 && <p className={styles.kept}>{t('left', { count: open })}</p>}
        <Button wide disabled={open > 0} onClick={() => onDecided(merged(mine, saved, sides))}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}

function Version({
  name,
  title,
  text,
  chosen,
  onChoose,
}: {
  name: string
  title: string
  text: string
  chosen: boolean
  onChoose: () => void
}) {
  return (
    <label className={classes(styles.version, chosen && styles.versionChosen)}>
      <input type="radio" name={name} checked={chosen} aria-label={`${title}: ${text}`} onChange={onChoose} />
      <span className={styles.radio} aria-hidden />
      <span className={styles.versionText}>
        <span>{title}</span>
        <strong>{text}</strong>
      </span>
    </label>
  )
}
