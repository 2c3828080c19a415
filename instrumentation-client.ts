import { beginNavigation } from '@/lib/browser/connection'

/**
 * Runs in the browser before React. The policy (proxy.ts) requires trusted types for whatever can run as a script; Next's
 * loader and React pass plain strings, so this default policy lets through exactly theirs, and refuses all others.
 */

/** Loads a page's later parts: files of this build, from this origin. */
const isOwnChunk = (url: string) => {
  const { origin, pathname } = new URL(url, window.location.href)
  return origin === window.location.origin && pathname.startsWith('/_next/static/')
}

type Policy = { createHTML: (html: string) => string | null; createScriptURL: (url: string) => string | null }
type Factory = { createPolicy: (name: 'default', policy: Policy) => void }

const { trustedTypes } = window as { trustedTypes?: Factory }
trustedTypes?.createPolicy('default', {
  // How React creates a script element, which it then fills by attributes.
  createHTML: (html) => (html === '<script></script>' ? html : null),
  createScriptURL: (url) => (isOwnChunk(url) ? url : null),
})

/** Next calls it when a step to another page begins; the page says so if that takes long. */
export const onRouterTransitionStart = (url: string): void => beginNavigation(url)
