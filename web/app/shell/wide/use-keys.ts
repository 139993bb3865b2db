import type { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { localStore } from '../../../kit/local-store.ts'
import { isModalOpen } from '../../../kit/modal.ts'
import { navigate } from '../../../kit/navigation/navigate.ts'
import { pathOf } from './beside.ts'
import { commandOf, type Command } from './keys.ts'
import { nameOfPane, type Place } from './panes.ts'
import { boxOf, buttonOf, focusOf, focusRow, listPane, rowBeside, rowsOf, searchField } from './rows.ts'

type Router = ReturnType<typeof useRouter>

/** So long after `g` its letter is waited for. */
const begunMs = 1500

export const lettersOn = (): boolean => localStore.read('keys') !== 'off'

const frames = async (count: number): Promise<void> => {
  for (let no = 0; no < count; no += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

const move = (by: 'next' | 'before'): { from: HTMLElement | null; to: HTMLElement } | null => {
  const pane = listPane()
  const active = document.activeElement
  const to = pane && rowBeside(rowsOf(pane), by)
  if (!to) return null
  focusRow(to)
  return { from: active instanceof HTMLElement && active.matches('[data-row]') ? active : null, to }
}

/** Of a long list its ends are drawn only once they are scrolled to. */
const moveToEnd = async (end: 'first' | 'last'): Promise<void> => {
  const pane = listPane()
  if (!pane) return
  pane.scrollTo({ top: end === 'first' ? 0 : pane.scrollHeight })
  await frames(3)
  const row = rowsOf(pane).at(end === 'first' ? 0 : -1)
  if (row) focusRow(row)
}

/** Begins to choose where that is not so yet; gives the boxes of rows. */
const choose = async (rows: readonly (HTMLElement | null)[]): Promise<void> => {
  const boxes = (): (HTMLInputElement | null)[] => rows.map((row) => row && boxOf(row))
  if (boxes().every((box) => box === null)) {
    const begin = buttonOf('x')
    if (begin?.getAttribute('aria-pressed') !== 'false') return
    begin.click()
    await frames(2)
  }
  for (const box of boxes()) if (box && !box.checked) box.click()
}

const pick = async (row: HTMLElement): Promise<void> => {
  const box = boxOf(row)
  if (box) box.click()
  else await choose([row])
}

/** Whether a command had something to do: what it has not is left to the browser. */
const carryOut = (command: Exclude<Command, { do: 'close' | 'help' | 'begin' }>): boolean => {
  if (command.do === 'go') {
    navigate.push(command.to)
    return true
  }
  if (command.do === 'search') {
    const field = searchField()
    field?.focus()
    field?.select()
    return field !== null
  }
  if (command.do === 'act') {
    const button = buttonOf(command.letter)
    button?.click()
    return button !== null
  }
  if (command.do === 'pick') {
    const row = document.activeElement
    if (!(row instanceof HTMLElement) || (!boxOf(row) && !buttonOf('x'))) return false
    void pick(row)
    return true
  }
  if (command.by === 'first' || command.by === 'last') {
    if (!listPane()) return false
    void moveToEnd(command.by)
    return true
  }
  const moved = move(command.by)
  if (moved && command.extend) void choose([moved.from, moved.to])
  // At an end of the list an arrow does nothing, rather than to scroll what the focus is not in.
  return moved !== null || listPane() !== null
}

/** The keyboard of a wide screen. `onHelp` shows which keys there are. */
export const useKeys = (
  router: Router,
  main: Place | null,
  beside: readonly Place[],
  onHelp: () => void,
): void => {
  const begunAt = useRef(-begunMs)
  /** Which page each step of the history showed: one goes back to the list where it is the step before. */
  const steps = useRef(new Map<number, string>())
  const step = (router.state.location.state as { __TSR_index?: number }).__TSR_index ?? 0
  useEffect(() => {
    if (main !== null) steps.current.set(step, nameOfPane(main))
  }, [step, main])

  /** The page that was chosen last goes away, and what it was chosen from stays with the focus where it was chosen. */
  const closeTop = (): boolean => {
    const under = beside.at(-1)
    if (under === undefined) return false
    const row = document.querySelector<HTMLElement>('[data-row][data-chosen]')
    if (row && !row.matches(':focus')) focusRow(row)
    if (steps.current.get(step - 1) === nameOfPane(under)) router.history.back()
    else navigate.replace(pathOf(under))
    return true
  }
  const close = (): boolean => {
    const choosing = buttonOf('x')
    if (choosing?.getAttribute('aria-pressed') !== 'true') return closeTop()
    choosing.click()
    return true
  }
  const follow = (command: Command): boolean => {
    if (command.do === 'close') return close()
    if (command.do === 'help') onHelp()
    return command.do === 'help' || command.do === 'begin' || carryOut(command)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isModalOpen()) return
    const begun = event.timeStamp - begunAt.current < begunMs
    const command = commandOf(
      {
        key: event.key,
        shift: event.shiftKey,
        modified: event.ctrlKey || event.altKey || event.metaKey || event.getModifierState('AltGraph'),
        repeated: event.repeat,
      },
      { focus: focusOf(event.target), begun, letters: lettersOn() },
    )
    begunAt.current = command?.do === 'begin' ? event.timeStamp : -begunMs
    if (command === null) return
    if (follow(command)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
