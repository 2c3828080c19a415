'use client'
import { useEffect, useState } from 'react'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { internalNote } from './internal-note'
import type { SummarizedTransfer } from './status-summary'
import { supportReply } from './support-reply'

/** What support copies about a transfer, by its label. */
const copiedTexts = {
  'Reply to customer': supportReply,
  'Internal note': (summarized: SummarizedTransfer) => internalNote(summarized, pageOf(summarized)),
} as const
type CopiedName = keyof typeof copiedTexts

const explanations: Record<CopiedName, string> = {
  'Reply to customer': 'Ready to send. It names no IDs of ours.',
  'Internal note': 'For colleagues and the provider. Account numbers are shortened.',
}

const pageOf = ({ environment, transfer }: SummarizedTransfer) =>
  `${window.location.origin}/${environment}/transfers/${encodeURIComponent(transfer.known.id ?? '')}`

type CopiedTextProps = SummarizedTransfer & { copied: CopiedName; isPreview?: boolean }

/** A text exactly as it is copied. @param isPreview only the text, because its button is already on the page */
function CopiedText({ copied, isPreview, ...summarized }: CopiedTextProps) {
  const text = copiedTexts[copied](summarized)
  const pre = (
    <pre className="rounded-2 border border-hairline bg-sunken px-3 py-2.5 font-mono text-sm leading-[19px] [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
      {text}
    </pre>
  )
  if (isPreview) return pre
  return (
    <section aria-label={copied} className="min-w-0">
      <div className="mb-2 flex items-center justify-between">
        <h2>{copied}</h2>
        <CopyButton text={text} what={copied.toLowerCase()} />
      </div>
      {pre}
      <p className="mt-1.5 text-sm text-ink-3">{explanations[copied]}</p>
    </section>
  )
}

const names: readonly CopiedName[] = ['Reply to customer', 'Internal note']

/** A button for each text; pointing at it or focusing it shows what it copies. */
export function CopyActions(summarized: SummarizedTransfer) {
  const [shown, show] = useState<CopiedName>()
  useEffect(() => {
    if (!shown) return
    const dismiss = ({ key }: KeyboardEvent) => key === 'Escape' && show(undefined)
    window.addEventListener('keydown', dismiss)
    return () => window.removeEventListener('keydown', dismiss)
  }, [shown])
  return (
    <fieldset className="relative flex flex-wrap gap-2" aria-label="Copy" onPointerLeave={() => show(undefined)}>
      {names.map((name) => (
        <CopyAction
          key={name}
          label={name}
          text={() => copiedTexts[name](summarized)}
          onPointerEnter={() => show(name)}
          onFocus={() => show(name)}
          onBlur={() => show(undefined)}
        />
      ))}
      {/* Screen readers find the same text among the facts. */}
      {shown && (
        <div
          aria-hidden
          className="absolute top-full left-0 z-(--z-menu) w-[420px] max-w-[calc(100vw-32px)] pt-1 sm:right-0 sm:left-auto"
        >
          <div className="max-h-[70vh] overflow-y-auto rounded-r-3 bg-raised p-2 shadow-menu forced-colors:border">
            <CopiedText {...summarized} copied={shown} isPreview />
          </div>
        </div>
      )}
    </fieldset>
  )
}

/** Both texts, each with its copy button. */
export function CopiedTexts(summarized: SummarizedTransfer) {
  return names.map((name) => <CopiedText key={name} {...summarized} copied={name} />)
}
