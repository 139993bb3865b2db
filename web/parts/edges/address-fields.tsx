import { useTranslations } from 'use-intl'
import { INTERVAL_MAX_S, INTERVAL_MIN_S } from '#domain/edges/limits.ts'
import { Button } from '../../kit/button.tsx'
import { Fields } from '../../kit/field.tsx'
import { NumberField } from '../../kit/number-field.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { PasswordField, TextField } from '../../kit/text-field.tsx'
import type { AddressField, AddressValues } from './address-values.ts'
import { newAddress, pathOfTopic, tidyHost, topicOf, wayOf, ways, type Address } from './device-address.ts'
import type { Found } from './edge-view.ts'
import { machineText } from './machine-text.ts'
import { LazyMapFields } from './mapping/lazy-map-fields.ts'
import { mistakesOf, newDevice } from './mapping/map-form.ts'
import { useProfileOptions } from './profile-options.ts'

type AddressFieldsProps = {
  values: AddressValues
  onChange: (values: AddressValues) => void
  wrong: Readonly<Partial<Record<AddressField | 'secret' | 'profile', string | undefined>>>
  /** A secret is kept already. */
  hasSecret?: boolean
  /** Somebody wanted to go on: what is wrong with a mapping is shown. */
  tried?: boolean
  /** What each value of a mapping came to when it was tried. */
  mapped?: Found['mapped']
}

/** Where a device is and how it is spoken to, in words. */
export function AddressFields(props: AddressFieldsProps) {
  const { values, onChange, tried = false, mapped = null } = props
  const { map } = values
  return (
    <>
      <PlaceFields {...props} />
      {map !== null && (
        <LazyMapFields
          form={map}
          mistakes={tried ? mistakesOf(map) : []}
          mapped={mapped}
          onChange={(form) => onChange({ ...values, map: form })}
        />
      )}
    </>
  )
}

function PlaceFields({ values, onChange, wrong, hasSecret = false }: AddressFieldsProps) {
  const t = useTranslations('edge')
  const profiles = useProfileOptions(values.address.scheme, values.profile)
  const { address } = values
  const way = wayOf(address.scheme)
  const to = (change: Partial<Address>): void => onChange({ ...values, address: { ...address, ...change } })
  const set = (name: string, value: string): void => to({ settings: { ...address.settings, [name]: value } })
  const words = {
    unit: { label: t('unit'), help: t('unitHelp') },
    serial: { label: t('logger'), help: t('loggerHelp') },
    baud: { label: t('baud'), help: undefined },
  }
  return (
    <Fields>
      <SelectField
        label={t('way')}
        options={ways.map(({ scheme }) => ({ value: scheme, label: t(`ways.${scheme}`) }))}
        value={address.scheme}
        onChange={(scheme) =>
          onChange({
            ...values,
            profile: null,
            map: null,
            address: { ...newAddress(scheme), ...(wayOf(scheme).line === null && { host: address.host }) },
          })
        }
      />
      {way.line === null ? (
        <TextField
          {...machineText}
          label={t('host')}
          help={t('hostHelp')}
          value={address.host}
          placeholder="192.168.1.20"
          error={wrong.host}
          onChange={(event) => to({ host: event.target.value })}
          onBlur={() => {
            const tidy = tidyHost(address)
            if (tidy !== address) onChange({ ...values, address: tidy })
          }}
        />
      ) : (
        <TextField
          {...machineText}
          label={t('line')}
          help={t('lineHelp')}
          value={address.path}
          error={wrong.host}
          onChange={(event) => to({ path: event.target.value })}
        />
      )}
      {way.topic && (
        <>
          <TextField
            {...machineText}
            label={t('topic')}
            help={t('topicHelp')}
            value={topicOf(address.path)}
            error={wrong.topic}
            onChange={(event) => to({ path: pathOfTopic(event.target.value) })}
          />
          <SelectField
            label={t('published')}
            options={[
              { value: 'known', label: t('publishedKnown') },
              { value: 'own', label: t('publishedOwn') },
            ]}
            value={values.map === null ? 'known' : 'own'}
            onChange={(of) =>
              onChange({ ...values, profile: null, map: of === 'own' ? (values.map ?? [newDevice()]) : null })
            }
          />
        </>
      )}
      {way.port !== null && (
        <NumberField
          label={t('port')}
          help={t('portHelp', { port: String(way.port) })}
          decimals={false}
          placeholder={String(way.port)}
          value={address.port}
          error={wrong.port}
          onChange={(port) => to({ port })}
        />
      )}
      {way.asked.map(({ name }) => (
        <TextField
          key={name}
          {...machineText}
          inputMode="numeric"
          label={words[name].label}
          help={words[name].help}
          value={address.settings[name] ?? ''}
          error={wrong[name]}
          onChange={(event) => set(name, event.target.value.trim())}
        />
      ))}
      {(way.secret !== null || hasSecret) && (
        <PasswordField
          label={t(way.secret ?? 'password')}
          help={
            <>
              {hasSecret && !values.forgets
                ? t('secretKept')
                : t(way.secret === 'token' ? 'tokenHelp' : 'passwordHelp')}{' '}
              {t('secretSealed')}
            </>
          }
          autoComplete="new-password"
          value={values.secret}
          error={wrong.secret}
          onChange={(event) => onChange({ ...values, secret: event.target.value, forgets: false })}
        />
      )}
      {hasSecret && !values.forgets && values.secret === '' && (
        <Button kind="dangerPlain" small onClick={() => onChange({ ...values, forgets: true })}>
          {t('secretRemove')}
        </Button>
      )}
      {profiles.length > 1 && values.map === null && (
        <SelectField
          label={t('profileLabel')}
          options={profiles}
          value={values.profile ?? ''}
          error={wrong.profile}
          onChange={(profile) => onChange({ ...values, profile: profile === '' ? null : profile })}
        />
      )}
      <NumberField
        label={t('intervalLabel')}
        help={t('intervalHelp', { min: String(INTERVAL_MIN_S), max: String(INTERVAL_MAX_S) })}
        unit="s"
        decimals={false}
        value={values.intervalS}
        error={wrong.intervalS}
        onChange={(intervalS) => onChange({ ...values, intervalS })}
      />
    </Fields>
  )
}
