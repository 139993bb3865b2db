// Longer than other files: one form whose fields depend on each other, and what becomes of it when it is sent.
import { CircleQuestionMark } from 'lucide-react'
import { orderPriorities } from '#domain/work-orders/order-states.ts'
import { DESCRIPTION_MAX, NAME_MAX, REMARK_MAX } from '#domain/work-orders/limits.ts'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormFailure } from '../../../app/session/brand.tsx'
import { useAllowed } from '../../../app/session/allowed.tsx'
import type { KeyFor } from '../../../app/acts/use-act.ts'
import type { Answer } from '../../../app/data/call-types.ts'
import { serverNow } from '../../../kit/time/clock.ts'
import { useData } from '../../../app/data/query.ts'
import type { useDraft } from '../../../app/data/use-draft.ts'
import { pathTo, type PageSearch } from '../../../paths.ts'
import { useFormat } from '../../../kit/words/use-format.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { perform } from '../../../app/outbox/perform.ts'
import { useOrderAct } from '../use-order-act.ts'
import { Button, ButtonLink } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { Chips } from '../../../kit/chips.tsx'
import { Columns } from '../../../kit/columns.tsx'
import { Fields } from '../../../kit/field.tsx'
import { useNow } from '../../../kit/time/now.ts'
import { IconLink, Page } from '../../../kit/page.tsx'
import { forgetFiles, lostFiles, ownFiles } from '../../../app/photo/attachments.ts'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { AreaField, TextField } from '../../../kit/text-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { PlanFields } from '../plan-fields.tsx'
import { AboutAlarm, type About } from './about-alarm.tsx'
import { ContentChoice, type Checked } from './lazy-content-choice.tsx'
import { HandlerField } from './handler-field.tsx'
import { bodyOf, isWorthKeeping, wrongOf, type OrderDraft } from './order-draft.ts'
import { SubjectFields } from './subject-fields.tsx'
import { EvidenceFields } from '../evidence-fields.tsx'
import { RestoredNote } from '../../../kit/restored-note.tsx'
import { Form } from '../../../kit/form.tsx'
import styles from './add.module.css'

const types = ['alarm', 'repair', 'inspection', 'installation'] as const

type AddFormProps = {
  title: string
  search: PageSearch<'add-work-order'>
  /** Whoever may only report says what is wrong; the rest is the dispatcher's. */
  reports: boolean
  /** What stands in the way, when it is made from alarms. */
  checked: Checked | null
  /** The alarm that a repair is about without taking it. */
  about: About | null
  /** The inverter that led here, by name. */
  inverter: string | null
  start: OrderDraft
  found: OrderDraft | null
  uploadKey: string
  draft: ReturnType<typeof useDraft<OrderDraft>>
}

/** What of a kept draft the address decides anew is the address's. */
const restored = (found: OrderDraft, start: OrderDraft): OrderDraft => ({
  ...start,
  ...found,
  stationId: found.stationId ?? start.stationId,
})

export function AddForm({
  title,
  search,
  reports,
  checked,
  about,
  inverter,
  start,
  found,
  uploadKey,
  draft: kept,
}: AddFormProps) {
  const t = useTranslations('order')
  const orders = useTranslations('orders')
  const ui = useTranslations('ui')
  const photo = useTranslations('photo')
  const dispatches = useAllowed('om:order:dispatch')
  const [draft, setDraft] = useState(() => (found ? restored(found, start) : start))
  const [savedAt, setSavedAt] = useState(found?.savedAt ?? null)
  const [tried, setTried] = useState(false)
  const latest = useRef(draft)
  const change = (next: Partial<OrderDraft>): void => {
    const whole = { ...latest.current, ...next, savedAt: serverNow() }
    latest.current = whole
    setDraft(whole)
    if (isWorthKeeping(whole, start)) kept.keep(whole)
    else void kept.drop()
  }
  // What was begun is written down first: a lost answer makes no second order, even after a reload.
  const act = useOrderAct({
    present: () => latest.current.attempt,
    keep: async (attempt) => {
      change({ attempt })
      await kept.flush()
    },
  })
  const settings = useData('GET /api/company/settings', undefined, { enabled: !reports }).data?.settings
  const station = useData(
    'GET /api/stations/{stationId}',
    { params: { stationId: draft.stationId ?? '' } },
    { enabled: draft.stationId !== null },
  ).data?.station
  const alarms = checked?.alarms ?? []
  const priority = draft.priority ?? checked?.priority ?? 'middle'
  const wrong = wrongOf(draft, reports)
  const shown = tried ? wrong : {}
  // Its alarms are chosen where they stand.
  const lacksAlarms = !checked && !reports && draft.type === 'alarm'

  const forget = async (): Promise<void> => {
    const { images, files } = latest.current
    await kept.drop()
    await forgetFiles(uploadKey, [...images, ...files])
  }
  const beginAnew = async (): Promise<void> => {
    await forget()
    latest.current = start
    setDraft(start)
    setSavedAt(null)
    setTried(false)
    act.blame({})
  }
  const create = async (keyFor: KeyFor): Promise<{ orderId: string | null } | 'queued' | null> => {
    const { images, files } = latest.current
    const pictures = await ownFiles(uploadKey, images, 'order_image')
    const documents = await ownFiles(uploadKey, files, 'order_file')
    if (!pictures || !documents) {
      const names = lostFiles(uploadKey, [...images, ...files])
      act.blame(
        {},
        names.length > 0 ? t('filesMissing', { names: names.join(photo('comma')) }) : t('filesFailed'),
      )
      return null
    }
    const arrived = { images: pictures.map(({ id }) => id), files: documents.map(({ id }) => id) }
    const body = bodyOf(
      latest.current,
      alarms,
      priority,
      arrived,
      about ? { alarmId: about.id, proposed: start.name } : undefined,
    )
    const report = {
      stationId: body.stationId,
      deviceId: body.deviceId ?? null,
      description: body.description,
      ...arrived,
    }
    const key = await keyFor(reports ? report : body)
    const made = { params: {}, ifMatch: null }
    const performed = await perform(key, {
      call: reports
        ? { route: 'POST /api/reports', body: report, ...made }
        : { route: 'POST /api/orders', body, ...made },
      subject: key,
      title: latest.current.name || checked?.station?.name || station?.name || orders(`type.${draft.type}`),
      files: [...pictures, ...documents],
      restore: { key: uploadKey, draft: { ...latest.current, attempt: null }, search },
    })
    return performed.sent
      ? { orderId: (performed.answer as Answer<'POST /api/orders'> | undefined)?.order.id ?? null }
      : 'queued'
  }
  const send = async (): Promise<void> => {
    setTried(true)
    if (Object.keys(wrong).length > 0) {
      act.blame({}, t('add.missing'))
      window.setTimeout(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const created = await act.run(create)
    if (created === null) return
    if (created === 'queued') {
      // Its pictures go with it; the form begins anew.
      await kept.drop()
      toast(t('queued.toast'))
      navigate.replace(pathTo('my-work-order', { list: 'created' }))
      return
    }
    await forget()
    toast(t('done.created'))
    const { orderId } = created
    navigate.replace(
      orderId === null
        ? pathTo('my-work-order', { list: 'created' })
        : pathTo('work-order-detail', { orderId }),
    )
  }
  return (
    <Form onSend={send}>
      <Page
        title={title}
        back={pathTo('om-page', { tab: 'orders' })}
        spread
        actions={
          // By a link: this page weighs enough, and keeps what is typed.
          <IconLink to={pathTo('service-page', { help: 'orders' })} label={ui('help')}>
            <CircleQuestionMark size={22} aria-hidden />
          </IconLink>
        }
        footer={
          <div className={styles.footer}>
            <FormFailure text={act.failed} />
            <Button type="submit" wide busy={act.busy} disabled={lacksAlarms}>
              {t(reports ? 'add.submitReport' : 'add.submit')}
            </Button>
          </div>
        }
      >
        {savedAt !== null && <Restored savedAt={savedAt} onDiscard={() => void beginAnew()} />}
        <Columns>
          <>
            {checked && (
              <ContentChoice checked={checked} draft={draft} onChange={(next) => change({ kept: next })} />
            )}
            {about && <AboutAlarm alarm={about} />}
            {!checked && !about && (
              <Card flush title={t('add.what')}>
                <Fields>
                  {!reports && (
                    <div className={styles.choice}>
                      <span>{t('add.type')}</span>
                      <Chips
                        wrap
                        label={t('add.type')}
                        value={draft.type}
                        onChange={(type) => change({ type })}
                        options={types.map((value) => ({ value, label: orders(`type.${value}`) }))}
                      />
                    </div>
                  )}
                  {lacksAlarms ? (
                    <div className={styles.choice}>
                      <p>{t('add.noAlarms')}</p>
                      <ButtonLink kind="soft" to={pathTo('om-page')}>
                        {t('add.toAlarms')}
                      </ButtonLink>
                    </div>
                  ) : (
                    <SubjectFields
                      draft={draft}
                      fixed={false}
                      inverter={inverter}
                      stationError={shown.station && t('required')}
                      flush={kept.flush}
                      onChange={change}
                    />
                  )}
                </Fields>
              </Card>
            )}
            <Card flush>
              <Fields>
                {!reports && (
                  <>
                    <TextField
                      label={t('add.name')}
                      optional
                      help={t('add.nameHelp')}
                      maxLength={NAME_MAX}
                      value={draft.name}
                      onChange={(event) => change({ name: event.target.value })}
                    />
                    <div className={styles.choice}>
                      <span>{t('add.priority')}</span>
                      <Chips
                        wrap
                        label={t('add.priority')}
                        value={priority}
                        onChange={(next) => change({ priority: next })}
                        options={orderPriorities.map((value) => ({
                          value,
                          label: orders(`priority.${value}`),
                        }))}
                      />
                    </div>
                  </>
                )}
                <AreaField
                  label={t('add.description')}
                  optional={!reports}
                  help={t('add.descriptionHelp')}
                  error={shown.description && t('required')}
                  maxLength={DESCRIPTION_MAX}
                  value={draft.description}
                  onChange={(event) => change({ description: event.target.value })}
                />
                {!reports && (
                  <AreaField
                    label={t('remark')}
                    optional
                    help={t('add.remarkHelp')}
                    maxLength={REMARK_MAX}
                    value={draft.remark}
                    onChange={(event) => change({ remark: event.target.value })}
                  />
                )}
              </Fields>
            </Card>
          </>
          <>
            {!reports && (
              <>
                <Card flush title={t('add.plan')}>
                  <Fields>
                    <PlanFields
                      plan={draft}
                      timeZone={checked?.station?.timeZone ?? station?.timeZone ?? 'UTC'}
                      wrong={shown}
                      onChange={change}
                    />
                  </Fields>
                </Card>
                <Card flush title={t('add.who')}>
                  <Fields>
                    {settings?.autoDispatch ? (
                      <p className={styles.auto}>{t('add.auto')}</p>
                    ) : (
                      dispatches &&
                      draft.stationId !== null && (
                        <HandlerField
                          stationId={draft.stationId}
                          value={draft.handler}
                          onChange={(handler) => change({ handler })}
                        />
                      )
                    )}
                    <SwitchField
                      label={t('add.review')}
                      help={t('add.reviewHelp')}
                      checked={draft.needsReview}
                      onChange={(needsReview) => change({ needsReview })}
                    />
                  </Fields>
                </Card>
              </>
            )}
            <Card flush title={t('add.evidence')}>
              <EvidenceFields uploadKey={uploadKey} value={draft} onChange={change} />
            </Card>
          </>
        </Columns>
      </Page>
    </Form>
  )
}

function Restored({ savedAt, onDiscard }: { savedAt: number; onDiscard: () => void }) {
  const t = useTranslations('order.add')
  const format = useFormat()
  return (
    <RestoredNote
      text={t('restored', { age: format.age(savedAt, useNow()) })}
      discard={t('discard')}
      asks={{ title: t('discardTitle'), text: t('discardText') }}
      onDiscard={onDiscard}
    />
  )
}
