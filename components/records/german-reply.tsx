'use client'
import { CopyAction } from '@/components/ui/copy'
import { mayHaveMoved } from '@/lib/api/transfer-meaning'
import { teamSettings } from '@/lib/browser/team'
import { visibleText } from '@/lib/domain/invisible-characters'
import { fillReply } from '@/lib/features/team/interface'
import { explorerOf } from './explorers'
import type { SummarizedTransfer } from './status-summary'
import { kindNoun, moneyText } from './transfer-labels'

const kindOf = (noun: string) =>
  noun.endsWith('withdrawal') ? 'Auszahlung' : noun.endsWith('deposit') ? 'Einzahlung' : 'Überweisung'

const open = 'wird geprüft'
const noRepeat = 'Bitte senden Sie sie in der Zwischenzeit nicht noch einmal. Wir melden uns bei Ihnen.'

/** What became of it and what comes next: money is only said to have moved once the transfer is completed. */
function stateOf({ transfer, summary: { action } }: SummarizedTransfer): readonly [state: string, next: string] {
  if (action.reason === 'completed') return ['ist abgeschlossen', 'Sie müssen nichts weiter tun.']
  if (action.reason === 'failed')
    return mayHaveMoved(transfer) ? [open, noRepeat] : ['konnte nicht ausgeführt werden', noRepeat]
  if (transfer.known.status !== 'PENDING' || action.reason === 'unclear') return [open, noRepeat]
  const pending = 'wird bearbeitet und ist noch nicht abgeschlossen'
  if (action.reason === 'travel-rule')
    return [pending, 'Wir benötigen Angaben zu Absender und Empfänger. Bitte antworten Sie mit diesen Angaben.']
  return [pending, 'Wir melden uns, sobald sich etwas ändert.']
}

/** A reply in German from the facts of a transfer, by the desk's template. */
export function germanReply(summarized: SummarizedTransfer, template: string, desk = teamSettings().name): string {
  const { environment, transfer, at } = summarized
  const { amount, asset, crypto_tx_hash: hash } = transfer.known
  const [state, next] = stateOf(summarized)
  const href = explorerOf(environment, transfer)?.href
  const time = new Date(at).toLocaleString('de-DE', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' })
  return visibleText(
    fillReply(template, {
      state,
      next,
      kind: kindOf(kindNoun(transfer.known)),
      desk,
      amount: amount ? moneyText(amount, asset) : 'den genannten Betrag',
      transaction: [hash && `Transaktion: ${hash}`, href && `Im Netzwerk verfolgen: ${href}`]
        .filter(Boolean)
        .join('\n'),
      as_of: `Stand: ${time} UTC.${environment === 'sandbox' ? ' Dies war ein Test; es wird kein echtes Geld bewegt.' : ''}`,
    }),
  )
}

/** Copies it; pointing at it shows it. */
export default function GermanReply({ summarized, template }: { summarized: SummarizedTransfer; template: string }) {
  const text = () => germanReply(summarized, template)
  return (
    <span title={text()}>
      <CopyAction label="Reply in German" text={text} />
    </span>
  )
}
