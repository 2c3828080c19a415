/** A deliberate sign-out, told to every tab of this console: the session's cookie is theirs as well. */

const channelName = 'mintdesk:signed-out'

/** Tells the other tabs. */
export function announceSignOut(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

/** Hears it from another tab. @returns the way to stop hearing */
export function onSignOut(listener: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = listener
  return () => channel.close()
}
