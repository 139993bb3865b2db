import { useTranslations } from 'use-intl'
import { mappedStates, type TopicMapField } from '#domain/edges/topic-map.ts'
import { Button } from '../../../kit/button.tsx'
import { Fields } from '../../../kit/field.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { machineText } from '../machine-text.ts'
import type { StateForm } from './map-form.ts'
import styles from './mapping.module.css'

type StateFieldsProps = {
  state: StateForm
  wrong: Readonly<Partial<Record<TopicMapField, string>>>
  onChange: (state: StateForm) => void
  onRemove: () => void
}

/** Where a device says its state, and by which words. */
export function StateFields({ state, wrong, onChange, onRemove }: StateFieldsProps) {
  const t = useTranslations('mapping')
  const { topic, path, words } = state
  return (
    <Fields>
      <div className={styles.pair}>
        <TextField
          {...machineText}
          label={t('stateTopic')}
          value={topic}
          placeholder={t('topicNone')}
          error={wrong.topic}
          onChange={(event) => onChange({ ...state, topic: event.target.value })}
        />
        <TextField
          {...machineText}
          label={t('path')}
          value={path}
          placeholder={t('pathNone')}
          error={wrong.path}
          onChange={(event) => onChange({ ...state, path: event.target.value })}
        />
      </div>
      {mappedStates.map((one, at) => (
        <TextField
          key={one}
          {...machineText}
          label={t(`state.${one}`)}
          help={at === 0 ? t('wordsHelp') : undefined}
          value={words[one]}
          error={at === 0 ? wrong.words : undefined}
          onChange={(event) => onChange({ ...state, words: { ...words, [one]: event.target.value } })}
        />
      ))}
      <div className={styles.end}>
        <Button small kind="quiet" onClick={onRemove}>
          {t('removeState')}
        </Button>
      </div>
    </Fields>
  )
}
