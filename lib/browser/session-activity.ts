/** When this tab last made a request that keeps the session alive: one that a person asked for. Milliseconds since 1970. */
let last = Date.now()

export function noteRequest(): void {
  last = Date.now()
}

export const sinceLastRequest = (): number => Date.now() - last
