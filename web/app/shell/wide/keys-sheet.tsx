import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Fields } from '../../../kit/field.tsx'
import { localStore } from '../../../kit/local-store.ts'
import { Sheet } from '../../../kit/sheet.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { actLetters, goLetters } from './keys.ts'
import { hasButton, listPane, rowsOf, searchField } from './rows.ts'
import { lettersOn } from './use-keys.ts'
import styles from './keys-sheet.module.css'

/** What keys would do at this moment. */
const present = () => {
  const list = listPane()
  return {
    list: list !== null && rowsOf(list).length > 0,
    search: searchField() !== null,
    acts: actLetters.filter(hasButton),
  }
}

type KeysSheetProps = { closes: boolean; onClose: () => void }

/** The keys that do something on this page, and whether single letters do. */
export function KeysSheet({ closes, onClose }: KeysSheetProps) {
  const t = useTranslations('wide.keys')
  const [here] = useState(present)
  const [letters, setLetters] = useState(lettersOn)
  const turn = (on: boolean): void => {
    localStore.write('keys', on ? 'on' : 'off')
    setLetters(on)
  }
  const picks = here.list && here.acts.includes('x')
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div className={styles.sheet}>
        {here.list && (
          <Group title={t('list')}>
            <Line keys={['↑', '↓']} does={t('move')} />
            <Line keys={['Home', 'End']} does={t('ends')} />
            <Line keys={['Enter']} does={t('open')} />
            {picks && <Line keys={[t('space')]} does={t('pick')} />}
            {picks && <Line keys={['Shift + ↑', 'Shift + ↓']} does={t('extend')} />}
          </Group>
        )}
        <Group title={t('page')}>
          {letters && here.search && <Line keys={['/']} does={t('search')} />}
          {letters &&
            here.acts.map((letter) => <Line key={letter} keys={[letter]} does={t(`act.${letter}`)} />)}
          {closes && <Line keys={['Esc']} does={t('close')} />}
          {letters && <Line keys={['?']} does={t('help')} />}
        </Group>
        {letters && (
          <Group title={t('go')}>
            {goLetters.map((letter) => (
              <Line key={letter} keys={['g', letter]} between={t('andThen')} does={t(`to.${letter}`)} />
            ))}
          </Group>
        )}
        <Fields>
          <SwitchField label={t('letters')} help={t('lettersHelp')} checked={letters} onChange={turn} />
        </Fields>
      </div>
    </Sheet>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.keys}>{children}</dl>
    </section>
  )
}

/** `between`: one after the other, else either of them. */
function Line({ keys, between, does }: { keys: readonly string[]; between?: string; does: string }) {
  const t = useTranslations('wide.keys')
  return (
    <div className={styles.line}>
      <dt>
        {keys.map((key, no) => (
          <span key={key}>
            {no > 0 && <i className={styles.between}>{between ?? t('or')}</i>}
            <kbd>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  )
}
