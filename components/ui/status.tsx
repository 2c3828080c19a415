import { cva } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'

/** What a colour means; one meaning each (look, "Colour"). */
export type Tone = 'ok' | 'wait' | 'bad' | 'busy' | 'unknown' | 'off'

/** Sets the colours behind `text-tone`, `bg-tone`, `border-tone` and `bg-tint`. */
export const toneClass: Record<Tone, string> = {
  ok: '[--tint:var(--surface-sunken)] [--tone:var(--ok)]',
  wait: '[--tint:var(--wait-tint)] [--tone:var(--wait)]',
  bad: '[--tint:var(--bad-tint)] [--tone:var(--bad)]',
  busy: '[--tint:var(--surface-sunken)] [--tone:var(--busy)]',
  unknown: '[--tint:var(--unknown-tint)] [--tone:var(--unknown)]',
  off: '[--tint:var(--surface-sunken)] [--tone:var(--off)]',
}

/** `why` follows a dot; `isLoud` colours the word: only for failures and unknown outcomes. */
export type StatusStyle = { tone: Tone; icon: LucideIcon; word: string; why?: string; isLoud?: boolean }

const status = cva('sm:whitespace-nowrap', {
  variants: {
    isLoud: { true: 'font-label text-tone', false: '' },
    isLarge: { true: 'text-md', false: '' },
  },
})
const statusIcon = cva('mr-1.5 text-tone', {
  variants: { isLarge: { true: 'size-[18px] align-[-4px]', false: 'size-[15px]' } },
})

/** A status by icon, word and colour. */
export function Status({ tone, icon: Icon, word, why, isLoud, isLarge = false }: StatusStyle & { isLarge?: boolean }) {
  return (
    <span className={`${toneClass[tone]} ${status({ isLoud: isLoud || isLarge, isLarge })}`}>
      <Icon className={statusIcon({ isLarge })} />
      {word}
      {why && <span className="why font-text text-ink-3"> · {why}</span>}
    </span>
  )
}
