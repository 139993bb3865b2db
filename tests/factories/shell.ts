export const bodies = {
  'POST /api/session/codes': () => ({}),
  'POST /api/session/exchange': () => ({ code: 'x'.repeat(43), framed: false }),
}
