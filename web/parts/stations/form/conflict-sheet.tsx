import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../kit/button.tsx'
import { classes } from '../../../kit/classes.ts'
import { Sheet } from '../../../kit/sheet.tsx'
import { useFormat } from '../../../kit/words/use-format.ts'
import type { StationData } from '../station-queries.ts'
import { differences, merged, type GroupName, type Side } from './conflict.ts'
import styles from './form.module.css'
import { useGroupText } from './group-text.ts'
import { valuesOf, type StationValues } from './station-values.ts'
import type { Theirs } from './stale-station.ts'

type ConflictProps = {
  open: boolean
  /** The station as somebody else saved it; null while nobody did. */
  theirs: Theirs | null
  /** The name of the account that the form has chosen as owner, if it was chosen here. */
  accountNames: Readonly<Record<string, string>>
  /** As it was when changing it began. */
  base: StationValues
  mine: () => StationValues
  onDecided: (values: StationValues, theirs: StationData) => void
  onClose: () => void
}

/** Somebody saved in the meantime: both versions, field by field, and nothing is overwritten unseen. */
export function ConflictSheet({ open, theirs, accountNames, base, mine, onDecided, onClose }: ConflictProps) {
  const t = useTranslations('editing.conflict')
  return (
    <Sheet open={open} onClose={onClose} title={t('title')} size="full">
      {theirs && (
        <Choices
          key={theirs.station.version}
          base={base}
          mine={mine()}
          theirs={theirs}
          accountNames={accountNames}
          onDecided={(values) => onDecided(values, theirs.station)}
        />
      )}
    </Sheet>
  )
}

type ChoicesProps = {
  base: StationValues
  mine: StationValues
  theirs: Theirs
  accountNames: Readonly<Record<string, string>>
  onDecided: (values: StationValues) => void
}

function Choices({
  base,
  mine,
  theirs: { station, changedBy, changedAt },
  accountNames,
  onDecided,
}: ChoicesProps) {
  const t = useTranslations('editing.conflict')
  const labels = useTranslations('editing')
  const format = useFormat()
  const { ownerAccountId, ownerAccountName } = station
  const text = useGroupText(
    { [station.companyId]: station.companyName },
    { ...accountNames, ...(ownerAccountId && ownerAccountName && { [ownerAccountId]: ownerAccountName }) },
  )
  const saved = valuesOf(station)
  const found = differences(base, mine, saved)
  const [sides, setSides] = useState<Partial<Record<GroupName, Side>>>(() =>
    Object.fromEntries(found.flatMap(({ group, chosen }) => (chosen ? [[group, chosen]] : []))),
  )
  const id = useId()
  const open = found.filter(({ group }) => sides[group] === undefined).length
  return (
    <div className={styles.conflict}>
      <p className={styles.conflictText}>
        {changedBy !== null && changedAt !== null
          ? t('savedBy', { name: changedBy, time: format.instant(changedAt, station.timeZone) })
          : t('text')}
      </p>
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
              picture={group === 'imageFileId' ? (side === 'mine' ? mine : saved).imageFileId : null}
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
  picture,
  chosen,
  onChoose,
}: {
  name: string
  title: string
  text: string
  picture: string | null
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
        {picture !== null && (
          <img className={styles.versionPicture} src={`/api/files/${picture}?size=thumb`} alt="" />
        )}
      </span>
    </label>
  )
}
