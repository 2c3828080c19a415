'use client'
import { CopyButton } from '@/components/ui/copy'
import { internalNote } from './internal-note'
import type { SummarizedTransfer } from './status-summary'
import { supportReply } from './support-reply'

/** What support copies about a transfer, by its label. */
export const copiedTexts = {
  'Reply to customer': supportReply,
  'Internal note': (summarized: SummarizedTransfer) => internalNote(summarized, pageOf(summarized)),
} as const
export type CopiedName = keyof typeof copiedTexts

const explanations: Record<CopiedName, string> = {
  'Reply to customer': 'Ready to send. It names no IDs of ours.',
  'Internal note': 'For colleagues and the provider. Account numbers are shortened.',
}

const pageOf = ({ environment, transfer }: SummarizedTransfer) =>
  `${window.location.origin}/${environment}/transfers/${encodeURIComponent(transfer.known.id ?? '')}`

type CopiedTextProps = SummarizedTransfer & { copied: CopiedName; isPreview?: boolean }

/** A text exactly as it is copied. @param isPreview only the text, where its button is beside it */
export default function CopiedText({ copied, isPreview, ...summarized }: CopiedTextProps) {
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
