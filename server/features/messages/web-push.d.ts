// What is used of the library, which brings no types of its own.
declare module 'web-push' {
  export type PushRequest = {
    method: 'POST'
    headers: Record<string, string | number>
    body: Buffer
    endpoint: string
  }
  const webPush: {
    generateVAPIDKeys: () => { publicKey: string; privateKey: string }
    /** Encrypts (RFC 8291) and signs (RFC 8292). @throws on keys that are none. */
    generateRequestDetails: (
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string }
        TTL: number
        urgency: 'very-low' | 'low' | 'normal' | 'high'
        topic?: string
      },
    ) => PushRequest
  }
  // oxlint-disable-next-line import/no-default-export -- the library exports this way
  export default webPush
}
