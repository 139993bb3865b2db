/** Keeps `--keyboard` at the height an on-screen keyboard covers, for browsers that do not shrink the page for it. */
export const followKeyboard = (): void => {
  const view = window.visualViewport
  if (!view) return
  const measure = (): void => {
    // Pinch zoom also shrinks the visual viewport; only an unzoomed difference is a keyboard.
    const covered = view.scale > 1.01 ? 0 : Math.max(0, window.innerHeight - view.height - view.offsetTop)
    document.documentElement.style.setProperty(
      '--keyboard',
      covered > 60 ? `${Math.round(covered)}px` : '0px',
    )
  }
  view.addEventListener('resize', measure)
  view.addEventListener('scroll', measure)
}
