'use client'
/** A template as a customer would read it, of a transfer that could be. */
import { germanReply } from '@/components/records/german-reply'
import { type SummarizedTransfer, statusSummary } from '@/components/records/status-summary'
import { supportReply } from '@/components/records/support-reply'
import { type ReplyTemplate, replyTemplates, templateError } from '@/lib/features/team/team-choices'
import type { Environment } from '@/lib/provider/environments'
import { readTransfer } from '@/lib/provider/reading'

const transfer = readTransfer({
  id: '7d0f3a52-5b1e-4c6a-9a8e-2f1b6c3d4e50',
  type: 'CRYPTO_WITHDRAWAL',
  direction: 'DEBIT',
  status: 'COMPLETED',
  amount: '1250.00',
  fee: '2.00',
  total: '1252.00',
  asset: 'USDC',
  crypto_network: 'ETHEREUM',
  created_at: '2026-11-19T14:28:10.000Z',
  updated_at: '2026-11-19T14:31:52.000Z',
  crypto_tx_hash: '0x5e1f9a0c7b3d2468ace013579bdf02468ace013579bdf02468ace013579bdf02',
})

const exampleIn = (environment: Environment): SummarizedTransfer => ({
  transfer,
  environment,
  at: Date.UTC(2026, 10, 19, 14, 32),
  requestId: '',
  summary: statusSummary(transfer),
})

type PreviewProps = { environment: Environment; name: ReplyTemplate; template: string; desk: string }

export function ReplyPreview({ environment, name, template, desk }: PreviewProps) {
  const example = exampleIn(environment)
  const isEnglish = name === 'reply_en'
  const own = { ...(template && { reply_en: template }), ...(desk && { name: desk }) }
  const text =
    template !== '' && templateError(name, template)
      ? 'It appears once the placeholders are right.'
      : isEnglish
        ? supportReply(example, own)
        : template && germanReply(example, template, desk)
  return (
    <section
      aria-label={`Preview of the reply in ${replyTemplates[name].language}`}
      className="min-w-0 text-ink-2 [overflow-wrap:anywhere]"
    >
      <h3 className="text-md font-label text-ink">Preview</h3>
      <p className="mt-1 whitespace-pre-wrap" lang={isEnglish || !text ? undefined : 'de'}>
        {text || 'No reply in German is offered.'}
      </p>
    </section>
  )
}
