import type { ReactNode } from 'react'

type ItemProps = {
  /** The icon of its status. */
  mark: ReactNode
  title: ReactNode
  /** Its time. */
  end?: ReactNode
  children?: ReactNode
}

/** An entry of a timeline, joined to the next by a line; the parent is a list. */
export function TimelineItem({ mark, title, end, children }: ItemProps) {
  return (
    <li className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-hairline-strong not-last:before:content-['']">
      {mark}
      <b className="font-label [overflow-wrap:anywhere]">{title}</b>
      <span className="text-ink-2">{end}</span>
      <div className="col-span-2 col-start-2 text-ink-2">{children}</div>
    </li>
  )
}
