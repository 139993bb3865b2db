import { useEffect, useState } from 'react'
import type { FlowName } from '#domain/work-orders/flow-table.ts'
import { useTranslations } from 'use-intl'
import { AlertDialog } from '../../../kit/alert-dialog.tsx'
import { Button } from '../../../kit/button.tsx'
import { Card } from '../../../kit/card.tsx'
import { lazySheet } from '../../../app/failure/lazy-sheet.tsx'
import { toast } from '../../../kit/toast.tsx'
import type { OpenAction, Order } from '../use-orders.ts'
import { useOrderAct } from '../use-order-act.ts'
import { actWord, type ActSheetProps } from './act-sheet.ts'
import { doneWord, takeAction, type Taken } from './take-action.ts'
import styles from '../order.module.css'

const ReasonSheet = lazySheet<ActSheetProps>(() =>
  import('./reason-sheet.tsx').then((file) => file.ReasonSheet),
)
const HandlerSheet = lazySheet<ActSheetProps>(() =>
  import('./handler-sheet.tsx').then((file) => file.HandlerSheet),
)
const ReportSheet = lazySheet<ActSheetProps>(() =>
  import('./report-sheet.tsx').then((file) => file.ReportSheet),
)
const ReviewSheet = lazySheet<ActSheetProps>(() =>
  import('./review-sheet.tsx').then((file) => file.ReviewSheet),
)

type Kind = 'handler' | 'report' | 'reason' | 'review'
const sheets = { handler: HandlerSheet, report: ReportSheet, reason: ReasonSheet, review: ReviewSheet }
/** Which sheet an action asks with; null: it is done with the press. */
const sheetOf = ({ name, needs }: OpenAction): Kind | null => {
  if (needs.includes('handler')) return 'handler'
  if (needs.includes('report')) return 'report'
  if (needs.includes('reason')) return 'reason'
  return name === 'review_passed' || name === 'review_failed' ? 'review' : null
}

function ActSheet(props: ActSheetProps) {
  const Asks = sheets[sheetOf(props.action) ?? 'review']
  return <Asks {...props} />
}

/** What is done next by whoever has the order, then what stands beside it. */
const forward: readonly FlowName[] = ['dispatch', 'accept', 'start', 'complete', 'review_passed']
const aside: readonly FlowName[] = ['reject', 'abandon', 'review_failed', 'withdraw_review']
const dangerous: readonly FlowName[] = ['discarded']
const leadsToReport: readonly FlowName[] = ['accept', 'start']

/** Drives the actions that are open to a person: which sheet is up, what is asked before, what is said after. */
export const useActions = (order: Order) => {
  const t = useTranslations('order')
  const act = useOrderAct()
  const [open, setOpen] = useState<OpenAction | null>(null)
  const [asking, setAsking] = useState<OpenAction | null>(null)
  // Whoever opened the order with a signal presses in a cellar without one.
  const { actions } = order
  useEffect(() => {
    for (const action of actions) {
      const kind = sheetOf(action)
      if (kind) void sheets[kind].prepare()
      // What comes after that is done there too.
      if (leadsToReport.includes(action.name)) {
        void ReasonSheet.prepare()
        void ReportSheet.prepare()
      }
    }
  }, [actions])
  const done = (action: OpenAction, taken: Taken): void => {
    setOpen(null)
    toast(taken === 'queued' ? t('queued.toast') : t(`done.${doneWord(action.name)}`))
  }
  const atOnce = async (action: OpenAction): Promise<void> => {
    const taken = await act.run((keyFor) => takeAction(order, { no: action.no }, keyFor))
    if (taken) done(action, taken)
  }
  const press = (action: OpenAction): void => {
    if (action.name === 'withdraw_review') setAsking(action)
    else if (sheetOf(action)) setOpen(action)
    else void atOnce(action)
  }
  return {
    press,
    /** A sheet is up. */
    asks: open !== null,
    busy: act.busy,
    failed: act.failed,
    /** The sheet or question that is up. */
    shown: (
      <>
        {open && <ActSheet order={order} action={open} onClose={() => setOpen(null)} onDone={done} />}
        <AlertDialog
          open={asking !== null}
          title={t('withdrawTitle')}
          text={t('withdrawText')}
          confirm={t('act.withdraw_review')}
          onCancel={() => setAsking(null)}
          onConfirm={() => {
            const action = asking
            setAsking(null)
            if (action) void atOnce(action)
          }}
        />
      </>
    ),
  }
}

type ActsProps = {
  actions: readonly OpenAction[]
  busy: boolean
  failed: string | undefined
  onPress: (action: OpenAction) => void
}

/** Whether one of them is always in reach. */
export const hasMain = (actions: readonly OpenAction[]): boolean =>
  actions.some(({ name }) => forward.includes(name) || aside.includes(name))

/** The next step and the one beside it, always in reach. */
export function MainActions({ actions, busy, failed, onPress }: ActsProps) {
  const t = useTranslations('order')
  const main = actions.find(({ name }) => forward.includes(name))
  const second = actions.find(({ name }) => aside.includes(name))
  if (!main && !second) return null
  return (
    <div className={styles.acts}>
      {failed && (
        <p className={styles.actFailed} role="alert">
          {failed}
        </p>
      )}
      {second && (
        <Button kind={main ? 'quiet' : 'soft'} wide={!main} onClick={() => onPress(second)}>
          {t(`act.${actWord(second)}`)}
        </Button>
      )}
      {main && (
        <Button wide busy={busy} onClick={() => onPress(main)}>
          {t(`act.${actWord(main)}`)}
        </Button>
      )}
    </div>
  )
}

/** What else is open: reassigning, discarding, and steps that did not fit in reach. */
export function OtherActions({ actions, onPress }: Pick<ActsProps, 'actions' | 'onPress'>) {
  const t = useTranslations('order')
  const main = actions.find(({ name }) => forward.includes(name))
  const second = actions.find(({ name }) => aside.includes(name))
  const others = actions.filter((one) => one !== main && one !== second)
  if (others.length === 0) return null
  return (
    <Card className={styles.noPrint} title={t('otherActs')}>
      <div className={styles.others}>
        {others.map((action) => (
          <Button
            key={action.no}
            kind={dangerous.includes(action.name) ? 'dangerPlain' : 'soft'}
            wide
            onClick={() => onPress(action)}
          >
            {t(`act.${actWord(action)}`)}
          </Button>
        ))}
      </div>
    </Card>
  )
}
