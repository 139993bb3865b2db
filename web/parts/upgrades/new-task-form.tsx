import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../app/session/brand.tsx'
import { useAct } from '../../app/acts/use-act.ts'
import { ApiError } from '../../app/data/api-error.ts'
import { useData } from '../../app/data/query.ts'
import type { useDraft } from '../../app/data/use-draft.ts'
import { useWide } from '../../app/shell/width.ts'
import { pathTo } from '../../paths.ts'
import { usePick } from '../pickers/use-pick.ts'
import { navigate } from '../../kit/navigation/navigate.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Columns } from '../../kit/columns.tsx'
import { Fields } from '../../kit/field.tsx'
import { Page } from '../../kit/page.tsx'
import { RestoredNote } from '../../kit/restored-note.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { SwitchField } from '../../kit/switch-field.tsx'
import { toast } from '../../kit/toast.tsx'
import { AskUpgrade } from './ask-upgrade.tsx'
import { ModeCard } from './mode-card.tsx'
import { PackageAbout } from './package-about.tsx'
import { PackageField } from './package-field.tsx'
import { TargetsCard } from './targets-card.tsx'
import { newUpgradeDraft, trialOf, type UpgradeDraft } from './upgrade-draft.ts'
import { useEstimate } from './upgrade-queries.ts'
import rows from '../alarms/alarms.module.css'
import styles from './upgrades.module.css'
import { DevicePreview } from '../devices/lazy-preview.tsx'
import { HelpButton } from '../help/help-button.tsx'

type NewTaskFormProps = { start: UpgradeDraft; draft: ReturnType<typeof useDraft<UpgradeDraft>> }

/** What is chosen, what that would do and take, what stands in the way; then the start. */
export function NewTaskForm({ start, draft }: NewTaskFormProps) {
  const t = useTranslations('upgrades.create')
  const wide = useWide()
  const [values, setValues] = useState(start)
  const [asking, setAsking] = useState(false)
  const keep = (change: Partial<UpgradeDraft>): UpgradeDraft => {
    const next = { ...values, fresh: false, ...change }
    setValues(next)
    draft.keep(next)
    return next
  }
  const trialId = trialOf(values)
  const planned = {
    packageId: values.packageId,
    gatewayIds: values.gateways.map(({ id }) => id),
    trialId,
  }
  const estimates = { normal: useEstimate(planned, 'normal'), fast: useEstimate(planned, 'fast') }
  const { data: estimate, error: estimateError, refetch } = estimates[values.mode]
  const present = planned.packageId !== null && planned.gatewayIds.length > 0
  const targets = present ? (estimate?.gateways ?? []) : []
  const act = useAct({
    offline: t('offline'),
    attempt: {
      present: () => values.attempt,
      keep: (attempt) => keep({ attempt }),
    },
    refused: (error) => {
      if (error instanceof ApiError && error.status === 409) void refetch()
      return undefined
    },
  })
  const set = (change: Partial<UpgradeDraft>): UpgradeDraft => {
    act.blame({})
    return keep(change)
  }
  const pick = usePick('new-upgrade-task gateways', 'select-upgrade-device', (gateways) => set({ gateways }))
  // One that the address names came without its name.
  const nameless = values.gateways.find(({ name }) => name === '')?.id
  const named = useData(
    'GET /api/devices/{deviceId}',
    { params: { deviceId: nameless ?? '' } },
    { enabled: nameless !== undefined },
  ).data
  const gateway = named?.device
  const nameOf = (id: string): string => {
    const target = targets.find((one) => one.id === id) ?? (gateway?.id === id ? gateway : undefined)
    return target?.name || target?.sn || values.gateways.find((one) => one.id === id)?.name || '…'
  }
  const blocked = targets.filter(({ blocks }) => blocks.length > 0).map(({ id }) => id)

  const lacks =
    values.packageId === null
      ? 'choosePackage'
      : planned.gatewayIds.length === 0
        ? 'chooseGateway'
        : blocked.length > 0
          ? 'blocked'
          : null
  const choose = async (): Promise<void> => {
    if (values.packageId === null) {
      act.blame({}, t('choosePackage'))
      return
    }
    await draft.flush()
    await pick({ many: true, chosen: values.gateways, packageId: values.packageId })
  }
  const ask = (): void => {
    if (lacks === null) setAsking(!act.cut)
    else act.blame({}, t(lacks))
  }
  const submit = async (): Promise<void> => {
    setAsking(false)
    const { packageId, mode, stopAtFailure } = values
    if (packageId === null) return
    const body = {
      packageId,
      gatewayIds: planned.gatewayIds,
      mode,
      stopAtFailure,
      ...(trialId !== null && { trialId }),
    }
    const made = await act.send('POST /api/upgrades', { body })
    if (!made) return
    await draft.drop()
    toast(t('created'))
    const [first] = made.tasks
    navigate.replace(
      first ? pathTo('upgrade-gateway-detail', { taskId: first.id }) : pathTo('device-upgrade'),
    )
  }
  const packageField = (
    <PackageField
      value={values.packageId}
      blocks={present ? (estimate?.packageBlocks ?? []) : []}
      onChange={(packageId) => set({ packageId })}
    />
  )
  const [one] = values.gateways
  const foot = (
    <div className={styles.foot}>
      <FormFailure text={act.failed} />
      {lacks !== null && act.failed === undefined && <p className={rows.place}>{t(lacks)}</p>}
      <Button kind={lacks === null ? 'primary' : 'dim'} wide busy={act.busy} disabled={act.cut} onClick={ask}>
        {t('submit', { count: values.gateways.length })}
      </Button>
    </div>
  )
  return (
    <Page
      title={t('title')}
      back={pathTo('device-upgrade')}
      spread
      actions={<HelpButton of="upgrade" />}
      {...(!wide && { footer: <div className={styles.half}>{foot}</div> })}
    >
      {draft.found && draft.found.fresh !== true && (
        <RestoredNote
          text={t('restored')}
          discard={t('discard')}
          asks={{ title: t('discardTitle'), text: t('discardText') }}
          onDiscard={() => {
            setValues(newUpgradeDraft(null, null))
            void draft.drop()
            toast(t('discarded'))
          }}
        />
      )}
      <Columns>
        <>
          {wide ? (
            <PackageAbout
              packageId={values.packageId}
              field={packageField}
              onChoose={(packageId) => set({ packageId })}
            />
          ) : (
            packageField
          )}
          {wide && one && values.gateways.length === 1 && <DevicePreview key={one.id} deviceId={one.id} />}
        </>
        <>
          <TargetsCard
            chosen={values.gateways}
            targets={targets}
            nameOf={nameOf}
            stationOf={(id) => (gateway?.id === id ? named?.station.name : undefined)}
            error={present && !estimate ? estimateError : null}
            onRetry={() => void refetch()}
            onChoose={() => void choose()}
            onKeep={(kept) => set({ gateways: values.gateways.filter(({ id }) => kept(id)) })}
          />
          <ModeCard
            mode={values.mode}
            estimates={{ normal: estimates.normal.data, fast: estimates.fast.data }}
            present={present}
            onChange={(mode) => set({ mode })}
          />
          {values.gateways.length > 1 && (
            <Card flush title={t('order')}>
              <Fields>
                <SwitchField
                  label={t('trial')}
                  help={t('trialHelp')}
                  checked={values.trial}
                  onChange={(trial) => set({ trial })}
                />
                {values.trial && (
                  <SelectField
                    label={t('trialGateway')}
                    options={values.gateways.map(({ id }) => ({ value: id, label: nameOf(id) }))}
                    value={trialId}
                    onChange={(next) => set({ trialId: next })}
                  />
                )}
                <SwitchField
                  label={t('stop')}
                  help={t('stopHelp')}
                  checked={values.stopAtFailure}
                  onChange={(stopAtFailure) => set({ stopAtFailure })}
                />
              </Fields>
            </Card>
          )}
          {wide && foot}
        </>
      </Columns>
      {asking && (
        <AskUpgrade
          names={planned.gatewayIds.map(nameOf)}
          mode={values.mode}
          estimate={estimate}
          onConfirm={() => void submit()}
          onCancel={() => setAsking(false)}
        />
      )}
    </Page>
  )
}
