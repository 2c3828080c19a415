import { CircleDashed } from 'lucide-react'
import type { Step } from './description'

/** What happens once a form is sent, step by step. */
export const WhatHappens = ({ steps }: { steps: readonly Step[] }) => (
  <section>
    <h2>What happens</h2>
    <ol className="mt-3">
      {steps.map(([name, detail]) => (
        <li
          key={name}
          className="relative grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 pb-4 text-ink-2 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-dashed not-last:before:border-hairline-strong not-last:before:content-['']"
        >
          <CircleDashed className="mt-0.5 text-ink-3" />
          <span>
            {name}
            {detail && <span className="block text-ink">{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  </section>
)
