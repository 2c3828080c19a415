/** What a page's live regions say, in order. */
declare global {
  interface Window {
    announcements: string[]
  }
}

/**
 * Records the texts that a screen reader announces in `window.announcements`: what is added to or changed in a live region
 * that was there before, and an alert also when it appears. A browser test gives this function to its page, so it refers to
 * nothing outside.
 */
export function recordAnnouncements(): void {
  const said: string[] = []
  window.announcements = said
  const regions = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])'
  const off = '[aria-live="off"]'
  const text = (nodes: Iterable<Node>) =>
    [...nodes]
      .map((node) => node.textContent)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
  const say = (words: string) => {
    if (words !== '') said.push(words)
  }
  new MutationObserver((changes) => {
    const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]))
    const isNew = (node: Node | null): boolean => node !== null && (added.has(node) || isNew(node.parentNode))
    for (const node of added)
      if (node instanceof Element && node.isConnected)
        for (const one of [node, ...node.querySelectorAll('*')]) if (one.matches('[role="alert"]')) say(text([one]))
    // A region that is not atomic says only what changed.
    const parts = new Map<Element, Set<Node>>()
    for (const { type, target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(regions)
      if (!region?.isConnected || isNew(region) || element?.closest(off)) continue
      const isWhole = region.matches('[aria-atomic="true"], [role]:not([aria-atomic="false"])')
      const changed = isWhole ? [region] : type === 'characterData' ? [target] : [...addedNodes]
      parts.set(region, new Set([...(parts.get(region) ?? []), ...changed]))
    }
    for (const nodes of parts.values()) say(text([...nodes].filter((node) => node.isConnected)))
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
