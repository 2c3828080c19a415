/** What the console's clock and the provider's show, as its answers say it (header, and the page itself). */

/** Milliseconds since 1970. */
export type Clocks = { console: number; provider: number }

export const clocksHeader = 'x-mintdesk-clocks'

export const clocksText = ({ console, provider }: Clocks) => `${Math.round(console)} ${Math.round(provider)}`

/** @returns undefined if there is no such header, as on an answer that is not the console's */
export function readClocks(text: string | null): Clocks | undefined {
  const [, console, provider] = /^(\d{1,16}) (\d{1,16})$/.exec(text ?? '') ?? []
  return console && provider ? { console: Number(console), provider: Number(provider) } : undefined
}
