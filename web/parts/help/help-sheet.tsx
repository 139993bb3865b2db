import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PageSearch } from '../../paths.ts'
import { words } from '../../app/phrases/catalogues.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { SkeletonCard } from '../../kit/skeleton.tsx'
import { GatewayHelp } from './gateway-help.tsx'
import { Text } from './help-text.tsx'
import styles from './help.module.css'

export type Help = NonNullable<PageSearch<'service-page'>['help']>

const waiting = <SkeletonCard kind="rows" />
const MyRights = lazyPart(async () => {
  const [file] = await Promise.all([import('../../app/session/rights/my-rights.tsx'), words.need('rights')])
  return file.MyRights
}, waiting)
const TaskHelp = lazyPart(async () => {
  const [file] = await Promise.all([import('./task-help.tsx'), words.need('tasks')])
  return file.TaskHelp
}, waiting)

/** A text over the page; `of` names it, undefined closes. */
export function HelpSheet({ of, onClose }: { of: Help | undefined; onClose: () => void }) {
  const t = useTranslations('help')
  // While it leaves, the sheet still shows what it showed.
  const [last, setLast] = useState<Help>('gateway')
  if (of && of !== last) setLast(of)
  return (
    <Sheet open={of !== undefined} onClose={onClose} title={t(last)} size="full">
      <article className={styles.article}>
        <HelpOf help={last} />
      </article>
    </Sheet>
  )
}

function HelpOf({ help }: { help: Help }) {
  if (help === 'gateway') return <GatewayHelp />
  if (help === 'numbers') return <NumbersHelp />
  if (help === 'ages') return <AgesHelp />
  return help === 'rights' ? <MyRights /> : <TaskHelp of={help} />
}

function NumbersHelp() {
  const t = useTranslations('helpNumbers')
  return (
    <>
      <Text title={t('counterTitle')} text={t('counterText')} />
      <Text title={t('dayTitle')} text={t('dayText')} />
      <Text title={t('asideTitle')} text={t('asideText')} />
      <Text title={t('spanTitle')} text={t('spanText')} />
      <Text title={t('zeroTitle')} text={t('zeroText')} />
      <Text title={t('powerTitle')} text={t('powerText')} />
      <Text title={t('hoursTitle')} text={t('hoursText')} />
      <Text title={t('estimateTitle')} text={t('estimateText')} />
    </>
  )
}

function AgesHelp() {
  const t = useTranslations('helpAges')
  return (
    <>
      <Text title={t('silenceTitle')} text={t('silenceText')} />
      <Text title={t('nightTitle')} text={t('nightText')} />
      <Text title={t('behindTitle')} text={t('behindText')} />
      <Text title={t('agesTitle')} text={t('agesText')} />
      <Text title={t('clockTitle')} text={t('clockText')} />
    </>
  )
}
