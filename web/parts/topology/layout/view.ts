/** Which part of a plan is seen: CSS pixels a module width, and where the plan's corner lies in the window. */
export type View = { scale: number; x: number; y: number }
export type Extent = { width: number; height: number }
export type Rect = { x: number; y: number; w: number; h: number }

const MARGIN = 12
/** A module is never wider than this, px. */
export const SCALE_MAX = 96

/** The whole plan in the middle of the window. */
export const fitView = (plan: Extent, window: Extent): View => {
  const scale = Math.min(
    SCALE_MAX / 2,
    (window.width - 2 * MARGIN) / plan.width,
    (window.height - 2 * MARGIN) / plan.height,
  )
  const safe = Math.max(0.5, scale)
  return {
    scale: safe,
    x: (window.width - plan.width * safe) / 2,
    y: (window.height - plan.height * safe) / 2,
  }
}

/** A module that is this wide is told from its neighbours, px. */
const CLEAR = 22
/** How wide one is shown that is looked for, px. */
const NEAR = 40

/** A part of the plan, near enough for its modules to be told apart; above the middle, where no card covers it. */
export const viewOfPart = (part: Rect, plan: Extent, window: Extent): View => {
  const whole = fitView(plan, window)
  if (whole.scale >= CLEAR) return whole
  const scale = Math.max(
    whole.scale,
    Math.min(NEAR, (window.width - 2 * MARGIN) / part.w, (window.height * 0.6) / part.h),
  )
  const x = window.width / 2 - (part.x + part.w / 2) * scale
  const y = window.height * 0.35 - (part.y + part.h / 2) * scale
  return heldView({ scale, x, y }, plan, window)
}

const along = (at: number, size: number, room: number): number =>
  size + 2 * MARGIN <= room ? (room - size) / 2 : Math.min(MARGIN, Math.max(room - size - MARGIN, at))

/** Keeps the plan in the window: centred along a side where it is smaller, else without a gap beyond the margin. */
export const heldView = (view: View, plan: Extent, window: Extent): View => {
  const least = Math.min(fitView(plan, window).scale, SCALE_MAX)
  const scale = Math.min(SCALE_MAX, Math.max(least, view.scale))
  return {
    scale,
    x: along(view.x, plan.width * scale, window.width),
    y: along(view.y, plan.height * scale, window.height),
  }
}

export const panned = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x + dx,
  y: view.y + dy,
})

/** `factor` times as large about a point of the window. */
export const zoomed = (view: View, at: { x: number; y: number }, factor: number): View => {
  const scale = Math.min(SCALE_MAX, view.scale * factor)
  const by = scale / view.scale
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

/** The part of the plan that the window shows. */
export const seenPart = ({ scale, x, y }: View, { width, height }: Extent): Rect => ({
  x: -x / scale,
  y: -y / scale,
  w: width / scale,
  h: height / scale,
})

/** Most device pixels of one drawing. */
const PIXELS_MAX = 4_000_000
/** How much is drawn on each side beyond what is seen, as a share of it. */
const AROUND = 0.4

/** What to draw at once: all of the plan while that is no large picture, else what is seen and some around it. */
export const partToDraw = (view: View, plan: Extent, window: Extent, ratio: number): Rect => {
  const pad = MARGIN / view.scale
  const whole = { x: -pad, y: -pad, w: plan.width + 2 * pad, h: plan.height + 2 * pad }
  const pixels = (part: Rect): number => part.w * part.h * (view.scale * ratio) ** 2
  if (pixels(whole) <= PIXELS_MAX) return whole
  const seen = seenPart(view, window)
  const x = Math.max(whole.x, seen.x - seen.w * AROUND)
  const y = Math.max(whole.y, seen.y - seen.h * AROUND)
  return {
    x,
    y,
    w: Math.max(seen.w, Math.min(whole.x + whole.w, seen.x + seen.w * (1 + AROUND)) - x),
    h: Math.max(seen.h, Math.min(whole.y + whole.h, seen.y + seen.h * (1 + AROUND)) - y),
  }
}

/** Whether a drawn part still covers what is seen of the plan. */
export const covers = (drawn: Rect, view: View, plan: Extent, window: Extent): boolean => {
  const seen = seenPart(view, window)
  const slack = 0.01
  return (
    Math.max(seen.x, 0) >= drawn.x - slack &&
    Math.max(seen.y, 0) >= drawn.y - slack &&
    Math.min(seen.x + seen.w, plan.width) <= drawn.x + drawn.w + slack &&
    Math.min(seen.y + seen.h, plan.height) <= drawn.y + drawn.h + slack
  )
}
