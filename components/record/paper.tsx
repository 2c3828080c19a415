'use client'
/** A record on paper, which exists only while its page is printed. */
import { type ReactNode, useState } from 'react'
import type { StatusStyle } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import { momentText } from '@/lib/browser/clock'
import { nowBy } from '@/lib/browser/clocks'
import type { Environment } from '@/lib/provider/environments'

const environmentTexts: Record<Environment, string> = {
  sandbox: 'sandbox, no real money',
  production: 'production, real money',
}

/** Every colour is black: a printer shows greys as dots. */
const black =
  'text-[#000] [--bad:#000] [--busy:#000] [--ink-2:#000] [--ink-3:#000] [--ink:#000] [--off:#000] [--ok:#000] [--unknown:#000] [--wait:#000]'

type PaperProps = {
  environment: Environment
  /** "Receipt of a movement of money" */
  title: string
  name: ReactNode
  money: ReactNode
  status: Pick<StatusStyle, 'icon' | 'label' | 'why'>
  /** What the status means. */
  meaning: ReactNode
  /** When it was read from the provider, ms since 1970, and by which request. */
  at: number
  requestId: string
  /** Above the line about the read. */
  footnote?: ReactNode
  children: ReactNode
}

export function Paper({ environment, status: { icon: Icon, label, why }, at, requestId, ...paper }: PaperProps) {
  const [printedAt] = useState(() => nowBy('provider', environment))
  const { zone, name } = useZone()
  const moment = (millis: number) => `${momentText(millis, undefined, zone)} ${name}`
  return (
    <article className={`hidden text-[10pt] leading-[1.35] [overflow-wrap:anywhere] print:block ${black}`}>
      <header className="flex flex-col gap-[2pt]">
        <p>
          {paper.title}, {environmentTexts[environment]}
        </p>
        <h2 className="mt-[8pt] text-[11pt] font-label">{paper.name}</h2>
        <p className="text-[22pt] leading-[1.25] font-title tracking-[-0.02em]">{paper.money}</p>
        <p>
          <Icon /> <b>{[label, why].filter(Boolean).join(', ')}</b>
        </p>
        <p>{paper.meaning}</p>
      </header>
      {paper.children}
      <footer className="mt-[10pt] border-t border-[#000] pt-[6pt] text-[9pt]">
        {paper.footnote && <p>{paper.footnote}</p>}
        <p>
          Read from the provider on {moment(at)}
          {requestId && `, request ${requestId}`}. Printed on {moment(printedAt)}. Times are in {name}.
        </p>
        <p>Printed from Mintdesk; not a confirmation by the provider.</p>
      </footer>
    </article>
  )
}

type SectionProps = { title: string; className?: string; children: ReactNode }

export const PaperSection = ({ title, className = 'break-inside-avoid', children }: SectionProps) => (
  <section className={`mt-[8pt] ${className}`}>
    <h3 className="border-b border-[#000] pb-[2pt] font-title">{title}</h3>
    {children}
  </section>
)
