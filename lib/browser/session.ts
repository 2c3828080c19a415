/** What the tabs of a browser know of their session. */
import { storedText, storeText } from './stored-text'

/** When this tab last made a request that keeps the session alive: one that a person asked for. Milliseconds since 1970. */
let last = Date.now()

export function noteRequest(): void {
  last = Date.now()
}

export const sinceLastRequest = (): number => Date.now() - last

// Signing out in one tab signs out all of them, because they share the session cookie.
const channelName = 'mintdesk:signed-out'

/** Notifies the other tabs: what they show is of a session, or of a demo, that is over. @param url where they go */
export function announceSignOut(url = '/sign-in'): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(url)
  channel.close()
}

/** Listens for a sign-out, or a fresh start, in another tab. @returns unsubscribe */
export function onSignOut(listener: (url: string) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => listener(String(data))
  return () => channel.close()
}

const signInName = 'mintdesk:signing-in'

/** Before the page that asks for it is left: the next one was signed in to. */
export const noteSignIn = (): void => storeText('sessionStorage', signInName, '1')

/** Whether this page is the first since a sign-in. True once. */
export function hasJustSignedIn(): boolean {
  const isNoted = storedText('sessionStorage', signInName) !== ''
  storeText('sessionStorage', signInName, '')
  return isNoted
}
