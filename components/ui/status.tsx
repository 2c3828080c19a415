import type { LucideIcon } from 'lucide-react'

/** What a colour says; one meaning each (look, "Colour"). */
export type Tone = 'ok' | 'wait' | 'bad' | 'busy' | 'unknown' | 'off'

/** `why` follows after a dot; `isLoud` colours the word: only what ended badly or is not known. */
export type StatusStyle = { tone: Tone; icon: LucideIcon; word: string; why?: string; isLoud?: boolean }

/** A status: shape, word, colour; no pill. */
export function Status({ tone, icon: Icon, word, why, isLoud, isLarge }: StatusStyle & { isLarge?: boolean }) {
  const loud = isLoud || isLarge ? 'font-label text-tone' : ''
  return (
    <span className={`tone-${tone} whitespace-nowrap max-sm:whitespace-normal ${loud} ${isLarge ? 'text-md' : ''}`}>
      <Icon className={`mr-1.5 text-tone ${isLarge ? 'size-[18px] align-[-4px]' : 'size-[15px]'}`} />
      {word}
      {why && <span className="why font-text text-ink-3"> · {why}</span>}
    </span>
  )
}
