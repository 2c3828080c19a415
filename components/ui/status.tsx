import { cva } from 'class-variance-authority'
import { CircleCheck, CircleQuestionMark, Info, type LucideIcon, OctagonX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** The meaning of a colour (look, "Colour"). */
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

/**
 * `why` follows a dot; `inFull` is the reason where `why` shortens it; `isLoud` colours the label: only for failures and
 * unknown outcomes.
 */
export type StatusStyle = {
  tone: Tone
  icon: LucideIcon
  label: string
  why?: string
  inFull?: string
  isLoud?: boolean
}

const status = cva('sm:whitespace-nowrap', {
  variants: { isLoud: { true: 'font-label text-tone' }, isLarge: { true: 'text-md' } },
})

/** A status by icon, label and colour. */
export function Status({ tone, icon: Icon, label, why, isLoud, isLarge = false }: StatusStyle & { isLarge?: boolean }) {
  return (
    <span className={`${toneClass[tone]} ${status({ isLoud: isLoud || isLarge, isLarge })}`}>
      <Icon className={`mr-1.5 text-tone ${isLarge ? 'size-[18px] align-[-4px]' : 'size-[15px]'}`} />
      {label}
      {why && (
        <span className="why font-text text-ink-3">
          <span className="dot"> · </span>
          {why}
        </span>
      )}
    </span>
  )
}

const note = cva(
  'flex flex-wrap gap-2 rounded-r-2 border-l-3 border-tone bg-tint px-3 py-2 sm:flex-nowrap print:break-inside-avoid forced-colors:border-y forced-colors:border-r [&_p+p]:text-ink-2',
  { variants: { hasActions: { true: 'items-start sm:items-center', false: 'items-start' } } },
)

const noteIcons: Record<Tone, LucideIcon> = {
  ok: CircleCheck,
  wait: TriangleAlert,
  bad: OctagonX,
  busy: Info,
  unknown: CircleQuestionMark,
  off: Info,
}

type NoteProps = {
  tone: Tone
  /** By default that of the tone. */
  icon?: LucideIcon
  /** How a screen reader announces it: an alert when it appears, a status when its text changes; see also `LiveRegion`. */
  role?: 'alert' | 'status'
  /** What happened, in one sentence; the children are then text that follows it. */
  title?: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
  children: ReactNode
  className?: string
}

/**
 * Announces the notes that appear in it. Screen readers announce only what is added to a live region that is there already,
 * so this is rendered before them, and always. It has no box of its own.
 */
export const LiveRegion = ({ children }: { children: ReactNode }) => (
  <div role="status" aria-atomic={false} className="contents">
    {children}
  </div>
)

/** A message next to what it is about. */
export function Note({
  tone,
  icon: Icon = noteIcons[tone],
  role,
  title,
  actions,
  children,
  className = '',
}: NoteProps) {
  const hasActions = Boolean(actions)
  return (
    <div role={role} className={`${toneClass[tone]} ${note({ hasActions })} ${className}`}>
      <Icon className={`mt-0.5 text-tone ${hasActions ? 'sm:mt-0' : ''}`} />
      <div className="min-w-0 flex-1">
        {title ? (
          <p>
            <b>{title}</b> {children}
          </p>
        ) : (
          children
        )}
      </div>
      {hasActions && (
        <div className="ml-6 flex flex-none basis-full flex-wrap gap-2 sm:ml-auto sm:basis-auto">{actions}</div>
      )}
    </div>
  )
}
