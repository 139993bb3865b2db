/** Moves a row that scrolls sideways so far that what is chosen is seen, and that there is more beside it. */
export const showInRow = (row: HTMLElement | null, chosen: HTMLElement | null | undefined): void => {
  if (!row || !chosen) return
  const [left, right] = [chosen.offsetLeft - 24, chosen.offsetLeft + chosen.offsetWidth + 24]
  if (left < row.scrollLeft) row.scrollTo({ left })
  else if (right > row.scrollLeft + row.clientWidth) row.scrollTo({ left: right - row.clientWidth })
}
