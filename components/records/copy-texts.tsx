'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { CopyAction } from '@/components/ui/copy'
import { lazyPart } from '@/components/ui/lazy-part'
import { toUtc } from '@/lib/api/export-text'
import { secondaryStatusName } from '@/lib/api/transfer-meaning'
import { momentText } from '@/lib/browser/clock'
import { capitalized } from '@/lib/browser/labels'
import { teamSettings } from '@/lib/browser/team'
import { withoutFoundNumbers } from '@/lib/domain/found-numbers'
import { visibleText } from '@/lib/domain/invisible-characters'
import { type SummarizedTransfer, statusSummary } from './status-summary'
import { supportReply } from './support-reply'
import { kindText, moneyText } from './transfer-labels'
import { checkSum, isFree } from './transfer-sum'

const GermanReply = lazyPart('The reply in German', () => import('./german-reply'))

/** What support copies about a transfer, by its label, and for whom it is. */
const copiedTexts = {
  'Reply to customer': { textOf: supportReply, use: 'Contains no internal IDs' },
  'Internal note': {
    textOf: (summarized: SummarizedTransfer) => internalNote(summarized, pageOf(summarized)),
    use: 'For colleagues and the provider. Account numbers are shortened.',
  },
} as const
type CopiedName = keyof typeof copiedTexts
const names: readonly CopiedName[] = ['Reply to customer', 'Internal note']

const pageOf = ({ environment, transfer }: SummarizedTransfer) =>
  `${window.location.origin}/${environment}/transfers/${encodeURIComponent(transfer.known.id ?? '')}`

/** A button for each text: pointing at it or focusing it shows the text, and a press copies it. */
export function CopyActions(summarized: SummarizedTransfer) {
  const id = useId()
  const { reply_de } = teamSettings()
  const [shown, show] = useState<CopiedName>()
  /** The text that was there to read before the press: where nothing can be pointed at, the first press only shows it. */
  const seen = useRef<CopiedName>(undefined)
  useEffect(() => {
    if (!shown) return
    const dismiss = ({ key }: KeyboardEvent) => key === 'Escape' && show(undefined)
    window.addEventListener('keydown', dismiss)
    return () => window.removeEventListener('keydown', dismiss)
  }, [shown])
  const hide = () => {
    seen.current = undefined
    show(undefined)
  }
  return (
    <fieldset
      className="relative flex flex-wrap gap-2"
      aria-label="Copy"
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && hide()}
    >
      {names.map((name) => (
        <CopyAction
          key={name}
          label={name}
          text={() => copiedTexts[name].textOf(summarized)}
          aria-describedby={shown === name ? id : undefined}
          onPointerEnter={({ pointerType }) => {
            if (pointerType === 'touch') return
            seen.current = name
            show(name)
          }}
          onFocus={() => show(name)}
          // Not what the pointer shows already, when a press on it takes the focus from here.
          onBlur={() => (seen.current === undefined || seen.current === name) && hide()}
          mayCopy={({ detail: presses }) => {
            const isSeen = presses === 0 || seen.current === name
            seen.current = name
            show(name)
            return isSeen
          }}
        />
      ))}
      {reply_de && <GermanReply summarized={summarized} template={reply_de} />}
      {shown && (
        <div className="absolute top-full left-0 z-(--z-menu) w-[420px] max-w-[calc(100vw-32px)] pt-1 sm:right-0 sm:left-auto">
          <section
            aria-label={shown}
            className="max-h-[70vh] overflow-y-auto rounded-r-3 bg-raised p-2 shadow-menu forced-colors:border"
          >
            <pre
              id={id}
              className="rounded-2 border border-hairline bg-sunken px-3 py-2.5 font-mono text-sm leading-[19px] [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2"
            >
              {copiedTexts[shown].textOf(summarized)}
            </pre>
            <p className="mt-1.5 px-1 text-sm text-ink-3">{copiedTexts[shown].use}</p>
          </section>
        </div>
      )}
    </fieldset>
  )
}

/** A time in UTC with every digit of its fraction; other text as received. */
const utcText = (time: string) => toUtc(time) ?? time

/**
 * The note for colleagues and for the provider's support: everything that identifies a transfer, without metadata, identities
 * and accounts, which may name people. What people typed has its account numbers shortened.
 * @param page the address of the transfer's page
 */
export function internalNote(summarized: SummarizedTransfer, page: string): string {
  const { transfer, environment, timing, name, at, requestId } = summarized
  // Its times are in UTC, whatever the page shows.
  const summary = statusSummary(transfer, timing)
  const { known } = transfer
  const status = [known.status ?? 'No status', secondaryStatusName(transfer)].filter(Boolean).join(', ')
  const money = [
    known.amount && moneyText(known.amount, known.asset),
    known.fee && !isFree(transfer) && `fee ${moneyText(known.fee, known.asset)}`,
    known.total && checkSum(transfer).state === 'differs' && `total ${known.total}: amount and fee don't add up to it`,
  ]
  const conditions = Object.keys(known.status_details ?? {}).join(', ')
  const { from_transfer_id, to_transfer_id } = known.auto_conversion ?? {}
  const typed = (label: string, text: string | undefined) => text && `${label} ${withoutFoundNumbers(text)}`
  const id = (label: string, text: unknown) => typeof text === 'string' && text !== '' && `${label} ${text}`
  const lines = [
    name ?? kindText(known),
    money.filter(Boolean).join(', '),
    [`${status}: ${summary.title.replace(/^Completed: /, '')}`, summary.text].filter(Boolean).join(' '),
    summary.deadline,
    conditions && `Conditions: ${conditions}`,
    ...summary.quotes.map((quote) => `The provider says: “${withoutFoundNumbers(quote)}”`),
    known.created_at && `Created ${utcText(known.created_at)}`,
    known.updated_at && `Updated ${utcText(known.updated_at)}`,
    typed('Reference', known.ref_id),
    typed('Memo', known.memo),
    id('Transfer', known.id),
    id('Hash', known.crypto_tx_hash),
    id('To', known.destination_address),
    id('Group', known.group_id),
    id('Conversion source', from_transfer_id),
    id('Conversion destination', to_transfer_id),
    id('Profile', known.profile_id),
    `${capitalized(environment)}, as of ${momentText(at)} UTC`,
    requestId && `Request ${requestId}`,
    page,
  ]
  // Whoever receives the note reads it elsewhere.
  return visibleText(lines.filter(Boolean).join('\n'))
}
