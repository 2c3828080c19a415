/** Signing out in one tab signs out all of them, because they share the session cookie. */

const channelName = 'mintdesk:signed-out'

/** Notifies the other tabs. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

/** Listens for a sign-out in another tab. @returns unsubscribe */
export function onSignOut(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = listener
  return () => channel.close()
}
