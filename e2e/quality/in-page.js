// oxlint-disable unicorn/consistent-function-scoping -- the block keeps these names out of the page
// What runs within the page: each check gives a list of what it found wrong, one line a finding. Plain script, so that
// it can be put into any page as it is.
{
  const pressable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])'

  const nameOf = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
    const kind = element.tagName.toLowerCase()
    const type = element.getAttribute('type') ?? element.getAttribute('role')
    const label = element.labels?.[0]?.textContent?.trim() ?? ''
    const of = element.closest('[class]')?.className
    const place = typeof of === 'string' ? of.split(' ')[0] : ''
    return `${kind}${type ? `[${type}]` : ''}${place ? `.${place}` : ''} "${(text || label).slice(0, 40)}"`
  }

  /** The part of the page that can be used: the sheet on top, or the page. */
  const top = () => [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body

  const isShown = (element) =>
    element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true, contentVisibilityAuto: true }) &&
    !element.closest('[inert], [aria-hidden=true] [tabindex="-1"]')

  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip'

  /** A drawing board: what lies beyond its edge is moved into sight by a finger or by arrow keys. */
  const isBoard = (element) => element.getAttribute('role') === 'application'

  const scrollsSideways = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (isBoard(at)) return true
      const { overflowX, position } = getComputedStyle(at)
      if ((overflowX === 'auto' || overflowX === 'scroll') && at.scrollWidth > at.clientWidth) return true
      if (position === 'fixed' && at.tagName === 'DIALOG') return false
    }
    return false
  }

  /** For screen readers alone. */
  const isClipped = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).clipPath.startsWith('inset(50%')) return true
    return false
  }

  /** Texts with the boxes of their lines, without those for screen readers alone. */
  const texts = () => {
    const found = []
    const walker = document.createTreeWalker(top(), NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!node.data.trim() || !element || element.closest('.sr-only, script, style, title, [data-drawn]'))
        continue
      if (isClipped(element)) continue
      if (
        !element.checkVisibility({
          checkOpacity: true,
          checkVisibilityCSS: true,
          contentVisibilityAuto: true,
        })
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      if (boxes.length > 0) found.push({ node, element, boxes })
    }
    return found
  }

  /** Whether lines run down the screen: line boxes are higher than letters, and that is across then. */
  const isTurned = (element) => element.closest('[data-turned=true]') !== null

  /** What is cut by the box around it: nothing of a text may be lost, not even behind three dots, unless told so. */
  const cut = ({ dots = false } = {}) => {
    const found = new Set()
    const root = document.documentElement
    for (const { element, boxes, node } of texts()) {
      const turned = isTurned(element)
      const across = (line) => (turned ? line.width / 4 : 2)
      const down = (line) => (turned ? 2 : line.height / 4)
      for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
        if (isBoard(at)) break
        const style = getComputedStyle(at)
        if (style.clipPath !== 'none' && at.clientHeight <= 1) break
        const box = at.getBoundingClientRect()
        if (style.textOverflow === 'ellipsis' && dots && at.scrollWidth > at.clientWidth) break
        if (style.webkitLineClamp !== 'none' && dots) break
        for (const line of boxes) {
          if (
            hides(style.overflowX) &&
            (line.right > box.right + across(line) || line.left < box.left - across(line))
          )
            found.add(`cut sideways by ${nameOf(at)}: "${node.data.trim().slice(0, 40)}"`)
          if (
            hides(style.overflowY) &&
            (line.bottom > box.bottom + down(line) || line.top < box.top - down(line))
          )
            found.add(`cut below by ${nameOf(at)}: "${node.data.trim().slice(0, 40)}"`)
        }
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break
        if (style.position === 'fixed') break
      }
      for (const line of boxes)
        if (
          (line.left < 1 - across(line) || line.right > root.clientWidth - 1 + across(line)) &&
          !scrollsSideways(element)
        )
          found.add(`beyond the side: "${node.data.trim().slice(0, 40)}" in ${nameOf(element)}`)
    }
    if (root.scrollWidth > window.innerWidth) found.add(`page scrolls sideways: ${root.scrollWidth} px`)
    return [...found]
  }

  const layerOf = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { position } = getComputedStyle(at)
      if (position === 'fixed' || position === 'sticky') return at
    }
    return document.body
  }

  /** What the boxes around an element that scroll or hide let be seen of what stands in it. */
  const windowOf = (element) => {
    const seen = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      if (overflowX !== 'visible') {
        seen.left = Math.max(seen.left, box.left)
        seen.right = Math.min(seen.right, box.right)
      }
      if (overflowY !== 'visible') {
        seen.top = Math.max(seen.top, box.top)
        seen.bottom = Math.min(seen.bottom, box.bottom)
      }
      if (position === 'fixed') break
    }
    return seen
  }

  /** The part of a line that is seen. */
  const within = (box, seen) => {
    const [left, right] = [Math.max(box.left, seen.left), Math.min(box.right, seen.right)]
    const [top, bottom] = [Math.max(box.top, seen.top), Math.min(box.bottom, seen.bottom)]
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }

  /** Texts that lie on one another, in the same layer. */
  const overlaps = () => {
    const found = new Set()
    const lines = texts()
      .filter(({ element }) => !element.closest('svg, canvas, [aria-hidden=true]'))
      .flatMap(({ node, element, boxes }) => {
        const seen = windowOf(element)
        const layer = layerOf(element)
        return boxes.map((box) => ({ node, element, box: within(box, seen), layer }))
      })
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .toSorted((a, b) => a.box.top - b.box.top)
    for (const [no, one] of lines.entries()) {
      for (let other = no + 1; other < lines.length; other += 1) {
        const two = lines[other]
        if (two.box.top >= one.box.bottom) break
        if (one.node === two.node || one.layer !== two.layer) continue
        const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left)
        const high = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top)
        // Line boxes are higher than letters.
        const lower = Math.min(one.box.height, two.box.height)
        const narrower = Math.min(one.box.width, two.box.width)
        if (isTurned(one.element) ? high > 2 && wide > narrower * 0.4 : wide > 2 && high > lower * 0.4)
          found.add(
            `"${one.node.data.trim().slice(0, 30)}" on "${two.node.data.trim().slice(0, 30)}" in ${nameOf(one.element)}`,
          )
      }
    }
    return [...found]
  }

  const leastSide = (element) => {
    if (getComputedStyle(element).pointerEvents === 'none') return 0
    const { width, height } = element.getBoundingClientRect()
    return Math.min(width, height)
  }

  /** What is pressed with a finger and gives it less than 44 px in a direction. Links within a sentence are let off. */
  const smallTargets = () => {
    const found = new Set()
    for (const element of top().querySelectorAll(pressable)) {
      if (element.disabled || element.getAttribute('tabindex') === '-1') continue
      if (element.matches('[role=application], [role=tabpanel], main, section, div[tabindex]')) continue
      // An input's label is pressed as well as the input, and instead of one that cannot be seen.
      const own = [element, ...(element.labels ?? [])]
      const shown = own.filter((one) => isShown(one) || one === element)
      // The largest of them: a switch has a name beside it.
      const [target] = shown.toSorted((a, b) => leastSide(b) - leastSide(a))
      if (!target || !own.some(isShown)) continue
      if (!target) continue
      const inline =
        getComputedStyle(element).display === 'inline' &&
        element.parentElement.textContent.trim() !== element.textContent.trim()
      if (inline) continue
      target.scrollIntoView({ block: 'center', inline: 'center' })
      const box = target.getBoundingClientRect()
      if (box.width >= 43.5 && box.height >= 43.5) continue
      const x = box.left + box.width / 2
      const y = box.top + box.height / 2
      const isOwn = (hit) => hit !== null && own.some((one) => one.contains(hit))
      /** How far a finger may be off, px; the edge of the screen stops it too. */
      const reach = (dx, dy) => {
        for (let far = 1; far <= 44; far += 1) {
          const at = [x + dx * far, y + dy * far]
          if (at[0] < 0 || at[1] < 0 || at[0] >= window.innerWidth || at[1] >= window.innerHeight) return 44
          if (!isOwn(document.elementFromPoint(...at))) return far - 1
        }
        return 44
      }
      const width = Math.max(box.width, reach(-1, 0) + reach(1, 0) + 1)
      const height = Math.max(box.height, reach(0, -1) + reach(0, 1) + 1)
      if (width < 43.5 || height < 43.5)
        found.add(`${nameOf(element)} ${Math.round(width)}x${Math.round(height)}`)
    }
    return [...found]
  }

  /** Figures whose digits are not all of one width. */
  const uneven = () => [
    ...new Set(
      texts()
        .filter(({ node, element }) => /\d/.test(node.data) && !element.closest('svg'))
        .filter(({ element }) => !getComputedStyle(element).fontVariantNumeric.includes('tabular-nums'))
        .map(({ element }) => nameOf(element)),
    ),
  ]

  /** What moves although nobody wants motion. */
  const moving = () =>
    document
      .getAnimations()
      .filter((one) => one.playState === 'running')
      .filter(({ effect }) => {
        const { duration, iterations } = effect.getComputedTiming()
        return Number(duration) > 20 || iterations === Infinity
      })
      .map(
        ({ effect, animationName, transitionProperty }) =>
          `${animationName ?? transitionProperty} of ${effect.target ? nameOf(effect.target) : 'nobody'}`,
      )

  /** Everything that Tab should reach; of a group of radios one. */
  const reachable = () => {
    const groups = new Set()
    return [...top().querySelectorAll(pressable)].filter((element) => {
      if (element.disabled || element.tabIndex < 0 || element.closest('[inert]')) return false
      if (!element.checkVisibility({ checkVisibilityCSS: true })) return false
      if (element.matches('fieldset:disabled *')) return false
      if (element.type === 'radio') {
        const key = element.name || element
        const group = [...document.querySelectorAll(`input[type=radio][name="${CSS.escape(element.name)}"]`)]
        const chosen = group.find((one) => one.checked)
        if (chosen && chosen !== element) return false
        if (groups.has(key)) return false
        groups.add(key)
      }
      return true
    })
  }

  const snapshot = (element) => {
    const near = [element]
    for (let at = element, up = 0; at && up < 4 && at !== document.body; at = at.parentElement, up += 1)
      near.push(at, ...(up === 0 && at.parentElement ? at.parentElement.children : []))
    return near
      .map((one) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, color } =
          getComputedStyle(one)
        const parts = ['::before', '::after'].map((part) => {
          const style = getComputedStyle(one, part)
          return [style.content, style.blockSize, style.backgroundColor, style.outlineStyle, style.boxShadow]
        })
        return [
          outlineStyle === 'none' ? '' : outlineWidth + outlineColor,
          boxShadow,
          borderColor,
          backgroundColor,
          one === element ? '' : color,
          ...parts.flat(),
        ].join()
      })
      .join(';')
  }

  const order = []
  let expected = []
  const keyboard = {
    begin: () => {
      order.length = 0
      expected = reachable()
      // Tab goes on from where something had the focus last, also when that is gone: before the first.
      const start = document.createElement('span')
      start.tabIndex = -1
      top().prepend(start)
      start.focus()
      start.remove()
      window.scrollTo(0, 0)
      return expected.length
    },
    /** How many places there are by now. */
    places: () => reachable().length,
    /** After a Tab: whether there is more to come, and what is wrong with this one. */
    step: () => {
      const at = document.activeElement
      if (!at || at === document.body || at === document.documentElement) return { over: true, wrong: [] }
      // A field of a time has several places to type in, one after the other.
      if (at === order.at(-1) && at.matches('[type=time], [type=date], [type=datetime-local]'))
        return { over: false, wrong: [] }
      if (order.includes(at)) return { over: true, wrong: [] }
      order.push(at)
      const wrong = []
      const box = at.getBoundingClientRect()
      const label = at.labels?.[0]?.getBoundingClientRect()
      const seen = box.width > 4 && box.height > 4 ? box : (label ?? box)
      if (seen.bottom <= 0 || seen.top >= window.innerHeight) wrong.push(`focus out of sight: ${nameOf(at)}`)
      const focused = snapshot(at)
      at.blur()
      const before = snapshot(at)
      if (focused === before && !at.matches('canvas')) wrong.push(`focus cannot be seen: ${nameOf(at)}`)
      return { over: false, wrong }
    },
    /** What was never reached, and what came before what stands above it. */
    end: () => {
      const wrong = expected
        .filter((one) => !order.includes(one) && one.isConnected && reachable().includes(one))
        .map((one) => `not reached: ${nameOf(one)}`)
      // What a live value has drawn anew meanwhile has no place in the page any more.
      const there = order.filter((one) => one.isConnected)
      const sorted = there.toSorted((a, b) =>
        a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      )
      if (sorted.some((one, no) => one !== there[no])) wrong.push('the order of Tab is not that of the page')
      return wrong
    },
  }

  /** Every word longer by two fifths, as in a language with long ones. */
  const lengthen = () => {
    for (const { node } of texts()) {
      const words = node.data.split(/(\s+)/)
      const longer = words.map((word) =>
        /\p{L}{2,}/u.test(word)
          ? word +
            word
              .replace(/[^\p{L}]/gu, '')
              .slice(0, Math.ceil(word.length * 0.45))
              .toLowerCase()
          : word,
      )
      node.data = longer.join('')
    }
  }

  let shift = 0
  const shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      shift += entry.value
      for (const { node, previousRect, currentRect } of entry.sources ?? [])
        if (node)
          shifts.push(
            `${entry.value.toFixed(4)} ${nameOf(node.nodeType === 1 ? node : node.parentElement)} ${Math.round(previousRect.x)},${Math.round(previousRect.y)} to ${Math.round(currentRect.x)},${Math.round(currentRect.y)}`,
          )
    }
  }).observe({ type: 'layout-shift', buffered: true })

  window.quality = {
    cut,
    overlaps,
    smallTargets,
    uneven,
    moving,
    keyboard,
    lengthen,
    // What an answer that comes later adds may push a little; from 0.1 on it would be felt.
    shifted: () => (shift > 0.02 ? [...new Set(shifts)] : []),
    doubleText: () => {
      document.documentElement.style.fontSize = '200%'
    },
    singleText: () => {
      document.documentElement.style.fontSize = ''
    },
    write: (direction) => {
      document.documentElement.dir = direction
    },
  }
}
