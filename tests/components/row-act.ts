import { expect } from 'vitest'
import { page, type Locator } from 'vitest/browser'

/** How what ends or deletes something stands on its row: quietly, wide enough for a finger, with a red second step. */
export const quiet = { reachable: true, colour: 'of text', second: 'red' }

/** Looks at it, and presses it: its second step stays open. */
export const actOn = async (button: Locator, second: string): Promise<typeof quiet> => {
  await expect.element(button).toBeVisible()
  const { height, width } = button.element().getBoundingClientRect()
  const { color } = getComputedStyle(button.element())
  const { color: text } = getComputedStyle(document.body)
  await button.click()
  const act = page.getByRole('alertdialog').getByRole('button', { name: second, exact: true })
  await expect.element(act).toBeVisible()
  const red = document.createElement('i')
  red.style.background = 'var(--danger-fill)'
  document.body.append(red)
  const isRed = getComputedStyle(act.element()).backgroundColor === getComputedStyle(red).backgroundColor
  red.remove()
  return {
    reachable: Math.min(height, width) >= 44,
    colour: color === text ? 'of text' : color,
    second: isRed ? 'red' : 'of another colour',
  }
}
