import { Copy, Download, Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Waiting } from '../../../app/failure/waiting.tsx'
import { Button } from '../../../kit/button.tsx'
import { handOn } from '../../../kit/hand-on.ts'
import { fileName } from '../../../kit/chart/chart-csv.ts'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { Fields } from '../../../kit/field.tsx'
import { saveFile } from '../../../kit/save-file.ts'
import { Sheet } from '../../../kit/sheet.tsx'
import { SwitchField } from '../../../kit/switch-field.tsx'
import { toast } from '../../../kit/toast.tsx'
import { cardLook } from './card-look.ts'
import { CARD_HEIGHT, CARD_WIDTH, type CardText, drawCard } from './draw-card.ts'
import styles from './share-card.module.css'
import { type CardChoice, useCard } from './use-card.ts'

type ShareCardSheetProps = {
  stationId: string
  /** A day, month or year. */
  of: string
  onClose: () => void
}

const pictureOf = (card: CardText, brand: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const canvas = document.createElement('canvas')
    drawCard(canvas, card, { ...cardLook(), brand })
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })

type Picture = { blob: Blob; url: string }

/** Drawn anew when what it says changes. */
function usePicture(card: CardText | null, brand: string): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null)
  const says = JSON.stringify(card)
  useEffect(() => {
    const said = JSON.parse(says) as CardText | null
    if (said === null) return
    let url: string | null = null
    let over = false
    const draw = async (): Promise<void> => {
      const blob = await pictureOf(said, brand)
      if (over) return
      url = URL.createObjectURL(blob)
      setPicture({ blob, url })
    }
    void draw()
    return () => {
      over = true
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [says, brand])
  return picture
}

/** A picture of a day, month or year, drawn here and handed on. */
export function ShareCardSheet({ stationId, of, onClose }: ShareCardSheetProps) {
  const t = useTranslations('shareCard')
  const [choice, setChoice] = useState<CardChoice>({ name: true, income: false })
  const { waiting, card, income, file } = useCard(stationId, of, choice)
  const picture = usePicture(card, t('brand'))
  const change = (by: Partial<CardChoice>): void => setChoice({ ...choice, ...by })
  return (
    <Sheet open title={t('title')} onClose={onClose}>
      {waiting ? (
        <Waiting of={waiting} inline rows={6} />
      ) : card === null ? (
        <EmptyState inline title={t('nothing')} />
      ) : (
        <>
          <div className={styles.picture}>
            {picture && (
              <img src={picture.url} width={CARD_WIDTH} height={CARD_HEIGHT} alt={saidBy(card, t('brand'))} />
            )}
          </div>
          <Fields>
            <SwitchField
              label={t('withName')}
              help={t('withNameHelp')}
              checked={choice.name}
              onChange={(name) => change({ name })}
            />
            {income && (
              <SwitchField
                label={t('withIncome')}
                checked={choice.income}
                onChange={(on) => change({ income: on })}
              />
            )}
          </Fields>
          <Ways picture={picture} name={fileName(file, 'png')} />
        </>
      )}
    </Sheet>
  )
}

const saidBy = (card: CardText, brand: string): string =>
  [
    card.name,
    card.when,
    `${card.energy.label} ${card.energy.text} ${card.energy.unit}`,
    ...card.facts.map(({ label, text }) => `${label} ${text}`),
    card.note,
    brand,
  ]
    .filter(Boolean)
    .join(', ')

const mayShare = (file: File): boolean => 'canShare' in navigator && navigator.canShare({ files: [file] })

/** Hand it on, keep it, copy it: as far as this browser can. */
function Ways({ picture, name }: { picture: Picture | null; name: string }) {
  const t = useTranslations('shareCard')
  const file = picture && new File([picture.blob], name, { type: 'image/png' })
  const shares = file !== null && mayShare(file)
  const share = async (): Promise<void> => {
    if (file === null) return
    if (!(await handOn({ files: [file] }))) toast(t('failed'), 'failed')
  }
  const copy = async (): Promise<void> => {
    if (picture === null) return
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture.blob })])
      toast(t('copied'))
    } catch {
      toast(t('failed'), 'failed')
    }
  }
  const save = (): void => {
    if (picture === null) return
    saveFile(picture.blob, name)
    toast(t('saved'))
  }
  return (
    <div className={styles.ways}>
      {shares && (
        <Button wide icon={<Share2 size={18} aria-hidden />} onClick={() => void share()}>
          {t('share')}
        </Button>
      )}
      <Button
        wide
        kind={shares ? 'soft' : 'primary'}
        disabled={picture === null}
        icon={<Download size={18} aria-hidden />}
        onClick={save}
      >
        {t('save')}
      </Button>
      {'ClipboardItem' in window && (
        <Button
          wide
          kind="soft"
          disabled={picture === null}
          icon={<Copy size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('copy')}
        </Button>
      )}
    </div>
  )
}
