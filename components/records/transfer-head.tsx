import type { ReactNode } from 'react'
import { Figure, RecordHead } from '@/components/record/record-head'
import { CopyButton } from '@/components/ui/copy'
import { Note, Status } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { maximumDeadline } from './overdue'
import { actionTexts, type StatusSummary, slowText } from './status-summary'
import { noAmount } from './transfer-labels'
import { transferStatusStyle } from './transfer-status'

type HeadProps = { transfer: DecodedTransfer; isOverdue: boolean; end?: ReactNode }

export function AmountAndStatus({ transfer, isOverdue, end }: HeadProps) {
  const { amount, asset, direction } = transfer.known
  const style = transferStatusStyle(transfer)
  const why = [style.why, isOverdue && 'overdue'].filter(Boolean).join(', ')
  return (
    <RecordHead
      figure={
        amount === undefined ? (
          <span className="text-ink-3">{noAmount}</span>
        ) : (
          <Figure amount={amount} asset={asset} isDebit={direction === 'DEBIT'}>
            <CopyButton text={amount} what="amount" />
          </Figure>
        )
      }
      status={<Status {...style} why={why || undefined} isLarge />}
      end={end}
    />
  )
}

type StatusNoteProps = { transfer: DecodedTransfer; summary: StatusSummary; className?: string; children?: ReactNode }

/** What the status means, who must act and by when, and what the provider says. */
export function StatusNote({ transfer, summary, className, children }: StatusNoteProps) {
  const { tone, title, text, deadline = '', overdue = '', quotes } = summary
  const { missing } = transfer
  const room = maximumDeadline(transfer, useZone())
  const { reason } = summary.action
  const roomAfter = reason === 'loading' || reason === 'processing' ? slowText.slice(actionTexts[reason]?.length) : ''
  return (
    <Note tone={tone} icon={transferStatusStyle(transfer).icon} className={className}>
      <p>
        <b>{title}</b> {text} {/* Who acts depends on usual times, and the text is as long before they are there. */}
        {roomAfter && <span data-room={roomAfter} className="invisible after:content-[attr(data-room)]" />}
      </p>
      {(deadline || room) && (
        // As many lines before usual times are read as after: what follows stays where it is.
        <p
          data-room={room}
          className="grid *:[grid-area:1/1] after:invisible after:content-[attr(data-room)] after:[grid-area:1/1]"
        >
          <span>
            {overdue && <b>{overdue}</b>}
            {deadline.slice(overdue.length)}
          </span>
        </p>
      )}
      {quotes.map((quote) => (
        <p key={quote}>The provider says: “{quote}”</p>
      ))}
      {missing.length > 0 && (
        <p>
          Missing required fields: <span className="font-mono">{missing.join(', ')}</span>
        </p>
      )}
      {children}
    </Note>
  )
}
