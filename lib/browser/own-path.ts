/** A place to go to that came in an address: only paths of this console are taken. */
const here = 'http://console.invalid'

/** @returns path, query and fragment where the text is a path of this console, else undefined */
export function consolePath(text: string | undefined): string | undefined {
  if (!text?.startsWith('/') || /^\/[/\\]/.test(text) || !URL.canParse(text, here)) return undefined
  const url = new URL(text, here)
  // A second slash after normalising ("/./" + "/host") would lead elsewhere.
  if (url.origin !== here || url.pathname.startsWith('//')) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
