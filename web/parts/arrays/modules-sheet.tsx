import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MODULES_MAX, MODULE_W_MAX } from '#domain/devices/limits.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { NumberField } from '../../kit/number-field.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { StepperField } from '../../kit/stepper-field.tsx'
import type { ArrayStore } from './array-store.ts'
import { setModules } from './moves.ts'
import type { Site } from './site.ts'
import styles from './arrays.module.css'

type ModulesSheetProps = {
  open: boolean
  site: Site
  store: ArrayStore
  deviceIds: readonly string[]
  onClose: () => void
}

/** How many modules hang on each of these devices (two on a 1-to-2 optimizer) and what they are rated at. */
export function ModulesSheet({ open, onClose, ...rest }: ModulesSheetProps) {
  const t = useTranslations('arrays.modules')
  return (
    <Sheet open={open} onClose={onClose} title={t('title')}>
      <ModulesForm {...rest} onClose={onClose} />
    </Sheet>
  )
}

function ModulesForm({ site, store, deviceIds, onClose }: Omit<ModulesSheetProps, 'open'>) {
  const t = useTranslations('arrays.modules')
  const first = site.hang(deviceIds[0] ?? '')
  const [modules, setCount] = useState(first.modules)
  const [moduleW, setRating] = useState(first.moduleW)
  const wrong = moduleW !== null && !(moduleW > 0 && moduleW <= MODULE_W_MAX)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (wrong) return
        store.act(setModules(site, deviceIds, { modules, moduleW }))
        onClose()
      }}
    >
      <Fields>
        <StepperField
          label={t('count')}
          help={t('countHelp')}
          min={1}
          max={MODULES_MAX}
          value={modules}
          onChange={setCount}
        />
        <NumberField
          label={t('rating')}
          help={t('ratingHelp')}
          optional
          unit="W"
          value={moduleW}
          error={wrong ? t('wrong') : undefined}
          onChange={setRating}
        />
      </Fields>
      <div className={styles.body}>
        <Button type="submit" wide disabled={wrong}>
          {t('apply', { count: deviceIds.length })}
        </Button>
      </div>
    </form>
  )
}
