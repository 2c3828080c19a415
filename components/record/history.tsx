import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Tone, toneClass } from '@/components/ui/status'

type EntryProps = {
  icon: LucideIcon
  /** Without one, it is still to come. */
  tone?: Tone
  title: ReactNode
  /** Its time. */
  end?: ReactNode
  /** What stands beside the title where there is room. */
  words?: ReactNode
  children?: ReactNode
}

/** An entry of a record's history, joined to the next by a line; the parent is a list. */
export function HistoryEntry({ icon: Icon, tone, title, words, end, children }: EntryProps) {
  return (
    <li className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-hairline-strong not-last:before:content-['']">
      <Icon className={`mt-0.5 ${tone ? `${toneClass[tone]} text-tone` : 'text-ink-3'}`} />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <b className={tone ? 'font-label' : 'font-text text-ink-2'}>{title}</b>{' '}
        {words && <span className="ml-1 text-ink-2">{words}</span>}
      </p>
      <span className="text-ink-2">{end}</span>
      <div className="col-span-2 col-start-2 text-ink-2">{children}</div>
    </li>
  )
}
