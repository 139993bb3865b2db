import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../app/session/brand.tsx'
import { ApiError } from '../../../app/data/api-error.ts'
import { useAct } from '../../../app/acts/use-act.ts'
import { queryClient, dataKey } from '../../../app/data/query.ts'
import { pathTo } from '../../../paths.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { Button } from '../../../kit/button.tsx'
import { Sheet } from '../../../kit/sheet.tsx'
import { TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { useStation } from '../station-queries.ts'
import styles from './form.module.css'

export function DeleteButton({ icon, onPress }: { icon: ReactNode; onPress: () => void }) {
  const t = useTranslations('leaving')
  return (
    <Button kind="dangerPlain" icon={icon} onClick={onPress}>
      {t('open')}
    </Button>
  )
}

/** What goes and what stays, and the name to be typed before anything happens. */
export function DeleteSheet({ stationId, onClose }: { stationId: string; onClose: () => void }) {
  const t = useTranslations('leaving')
  const { data } = useStation(stationId)
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const act = useAct({
    refused: (error) =>
      error instanceof ApiError && error.code === 'station_name_differs' ? t('differs') : undefined,
  })
  const name = data?.station.name ?? ''
  const counts = data?.live.devices
  const all = counts ? Object.values(counts).reduce((sum, { total }) => sum + total, 0) : 0
  const right = name !== '' && typed.trim() === name
  const remove = async (): Promise<void> => {
    setTried(!right)
    if (!right) return
    const params = { stationId }
    if (!(await act.send('DELETE /api/stations/{stationId}', { params, body: { name: typed.trim() } })))
      return
    onClose()
    toast(t('done'))
    navigate.replace(pathTo('station-list'))
    queryClient.removeQueries({ queryKey: dataKey('GET /api/stations/{stationId}', { params }) })
  }
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div className={styles.leaving}>
        <p>{t('text')}</p>
        <ul>
          <li>{t('gateways', { count: counts?.gateway.total ?? 0 })}</li>
          <li>{t('devices', { count: all })}</li>
          <li>{t('history')}</li>
        </ul>
        <p>
          {t('type')}
          <strong>{name}</strong>
        </p>
        <div className={styles.leavingField}>
          <TextField
            label={t('name')}
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            error={tried ? t('differs') : undefined}
            onChange={(event) => {
              setTyped(event.target.value)
              setTried(false)
            }}
            // The sheet lies within the station's form, which Enter would send.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void remove()
            }}
          />
        </div>
        <FormFailure text={act.failed} />
        <Button kind={right ? 'danger' : 'dim'} wide busy={act.busy} onClick={() => void remove()}>
          {t('confirm')}
        </Button>
      </div>
    </Sheet>
  )
}
