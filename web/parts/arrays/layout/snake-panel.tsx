import { useTranslations } from 'use-intl'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { Chips } from '../../../kit/chips.tsx'
import { Fields } from '../../../kit/field.tsx'
import { Segmented } from '../../../kit/segmented.tsx'
import { SelectField } from '../../../kit/select-field.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import type { Way } from '../snake.ts'
import type { Site } from '../site.ts'
import type { SnakeUse } from './use-snake.ts'
import styles from './layout.module.css'

const corners: readonly Way['corner'][] = ['top-left', 'top-right', 'bottom-left', 'bottom-right']

type SnakePanelProps = {
  site: Site
  snake: SnakeUse
  /** Cells of the box that was drawn; 0 = none. */
  boxed: number
  hasCursor: boolean
  onFill: () => void
  onScan: () => void
  onClose: () => void
}

/** Which devices, from which corner, along what: the plan shows the numbers before anything is placed. */
export function SnakePanel({ site, snake, boxed, hasCursor, onFill, onScan, onClose }: SnakePanelProps) {
  const t = useTranslations('arrays.snake')
  const arrays = useTranslations('arrays')
  const ui = useTranslations('ui')
  const { settings, change, deviceIds, cells, missing, countOf } = snake
  const { way } = settings
  return (
    <Card
      flush
      title={t('title')}
      action={
        <Button kind="plain" small onClick={onClose}>
          {ui('close')}
        </Button>
      }
    >
      <Fields>
        <SelectField
          label={t('what')}
          options={[
            { value: '', label: t('unplaced'), hint: arrays('devices', { count: countOf('') }) },
            ...site.strings.map(({ id, no, name }) => ({
              value: id,
              label: [arrays('string', { no: String(no) }), name].filter(Boolean).join(' · '),
              hint: arrays('devices', { count: countOf(id) }),
            })),
          ]}
          value={settings.stringId}
          onChange={(stringId) => change({ stringId })}
        />
      </Fields>
      <div className={styles.ways}>
        <Chips
          label={t('corner')}
          wrap
          options={corners.map((value) => ({ value, label: t(value) }))}
          value={way.corner}
          onChange={(corner) => change({ way: { ...way, corner } })}
        />
        <Segmented
          label={t('along')}
          options={[
            { value: 'rows', label: t('rows') },
            { value: 'columns', label: t('columns') },
          ]}
          value={way.along}
          onChange={(along) => change({ way: { ...way, along } })}
        />
        <Segmented
          label={t('turn')}
          options={[
            { value: 'back', label: t('back') },
            { value: 'same', label: t('same') },
          ]}
          value={way.back ? 'back' : 'same'}
          onChange={(turn) => change({ way: { ...way, back: turn === 'back' } })}
        />
      </div>
      <Fields>
        {hasCursor && (
          <SwitchField
            label={t('from')}
            checked={settings.fromCursor}
            onChange={(fromCursor) => change({ fromCursor })}
          />
        )}
        {boxed > 0 && (
          <SwitchField
            label={t('box', { count: boxed })}
            checked={settings.inBox}
            onChange={(inBox) => change({ inBox })}
          />
        )}
      </Fields>
      <div className={styles.fill}>
        <p role="status">
          {deviceIds.length === 0
            ? t('nothing')
            : missing > 0
              ? t('short', { count: missing })
              : t('preview', { count: deviceIds.length, cells: cells.length })}
        </p>
        <Button wide disabled={cells.length === 0} onClick={onFill}>
          {t('done', { count: String(cells.length) })}
        </Button>
        <Button kind="soft" wide onClick={onScan}>
          {t('scan')}
        </Button>
      </div>
    </Card>
  )
}
