/** Texts in this browser's storage, which may be full or forbidden: then nothing is kept, and nothing fails. */

/** `sessionStorage` lasts as long as the tab; sign-out clears it. */
type Kind = 'localStorage' | 'sessionStorage'

/** '' if nothing is stored. */
export function storedText(kind: Kind, name: string): string {
  try {
    return window[kind].getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** @param text '' removes it */
export function storeText(kind: Kind, name: string, text: string): void {
  try {
    if (text === '') window[kind].removeItem(name)
    else window[kind].setItem(name, text)
  } catch {
    // See above.
  }
}
