import type { ActLetter, Focus } from './keys.ts'

/** What arrow keys and the space bar move by themselves. */
const ownKeys =
  '[role=tablist],[role=slider],[role=radiogroup],[role=listbox],[role=menu],[role=tree],[role=grid],[role=application],canvas,video,summary,dialog'

export const focusOf = (target: EventTarget | null): Focus => {
  if (!(target instanceof HTMLElement) || target === document.body) return 'page'
  if (target.isContentEditable || target.matches('textarea,select')) return 'field'
  if (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type))
    return 'field'
  if (target.matches('a[data-row]')) return 'row'
  if (target.matches('input[data-pick]')) return 'control'
  if (target.closest(ownKeys) || target.matches('input')) return 'own'
  return target.matches('a,button,[tabindex]') ? 'control' : 'page'
}

const panes = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-scroller]')]
const paneOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('[data-scroller]') ?? null
const pressedBy = (letter: ActLetter): string => `button[data-key="${letter}"]:not(:disabled)`
const isSeen = (element: HTMLElement): boolean => element.checkVisibility()

/** The list that keys move in: that which has the focus, else the one that stands there to choose from. */
export const listPane = (): HTMLElement | null => {
  const active = document.activeElement
  const around = paneOf(active)
  if (around && (active?.matches('[data-row]') || around.hasAttribute('data-list'))) return around
  return active === null || active === document.body
    ? (panes().find((one) => one.hasAttribute('data-list')) ?? null)
    : active.matches('[data-row]')
      ? (active.closest('main') ?? null)
      : null
}

export const rowsOf = (pane: HTMLElement): HTMLElement[] =>
  [...pane.querySelectorAll<HTMLElement>('[data-row]')].filter(isSeen)

const follows = (element: Node, other: Node): boolean =>
  (other.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** The row that is moved to from where the focus is; from nowhere in particular that whose page stands beside it. */
export const rowBeside = (rows: readonly HTMLElement[], by: 'next' | 'before'): HTMLElement | undefined => {
  const active = document.activeElement
  const at = rows.findIndex((row) => row === active)
  if (at >= 0) return rows[by === 'next' ? at + 1 : at - 1]
  if (active === null || active === document.body)
    return rows.find((row) => 'chosen' in row.dataset) ?? rows[0]
  return by === 'next'
    ? rows.find((row) => follows(row, active))
    : rows.findLast((row) => follows(active, row))
}

export const focusRow = (row: HTMLElement): void => {
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/** The box of a row while several are chosen. */
export const boxOf = (row: Element): HTMLInputElement | null =>
  row.closest('[data-picking]')?.querySelector<HTMLInputElement>('input[data-pick]:not(:disabled)') ?? null

/** The search of the list, or of whatever stands there. */
export const searchField = (): HTMLInputElement | null =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=search]')].find(isSeen) ?? null

/**
 * The button that a letter presses: that of the row that has the focus, of its pane, else of the page that was opened
 * last. One of a row that nobody is at is never meant.
 */
export const buttonOf = (letter: ActLetter): HTMLButtonElement | null => {
  const active = document.activeElement
  const row = active?.closest<HTMLElement>('li') ?? null
  const scopes = [row, paneOf(active), ...panes().toReversed(), document.querySelector<HTMLElement>('main')]
  for (const scope of scopes) {
    const found = [...(scope?.querySelectorAll<HTMLButtonElement>(pressedBy(letter)) ?? [])].find(
      (one) => isSeen(one) && (scope === row || one.closest('[data-list] li') === null),
    )
    if (found) return found
  }
  return null
}

/** Whether some row of what is seen has it. */
export const hasButton = (letter: ActLetter): boolean =>
  [...document.querySelectorAll<HTMLElement>(pressedBy(letter))].some(isSeen)
