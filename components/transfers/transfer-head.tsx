'use client'
import { Amount, amountText } from '@/components/ui/amount'
import { buttonClass } from '@/components/ui/button'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { Status } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/reading'
import type { Explorer } from './explorers'
import { networkLabel, typeLabel } from './labels'
import type { PlainSentence } from './plain-sentence'
import { supportNote } from './support-note'
import { ExplorerLink } from './transfer-facts'
import { DirectionArrow, TypeLabel } from './transfer-row'
import { transferStatusStyle } from './transfer-status'
import type { Shown } from './transfer-story'

/** What a transfer is called in a title: `Crypto withdrawal −249,970.00 USDG`. */
export function transferTitle({ known }: DecodedTransfer): string {
  const amount = known.amount && amountText(known.amount, known.direction === 'DEBIT')
  const name = known.type ? (typeLabel(known.type) ?? known.type) : 'Transfer'
  return [name, amount, known.asset].filter(Boolean).join(' ')
}

/** What a transfer is: its direction, type and network. */
export function TransferName({ transfer: { known } }: { transfer: DecodedTransfer }) {
  const network = known.crypto_network && (networkLabel(known.crypto_network) ?? known.crypto_network)
  return (
    <>
      <DirectionArrow direction={known.direction} className="" /> <TypeLabel type={known.type} />
      {network && `, ${network}`}
    </>
  )
}

/** The one figure of the page, and the state. */
export function TransferFigure({ transfer }: { transfer: DecodedTransfer }) {
  const { known } = transfer
  return (
    <>
      <p className="group text-2xl font-title tracking-[-0.02em] [overflow-wrap:anywhere] max-sm:text-[26px]">
        {known.amount === undefined ? (
          <span className="text-ink-3">no amount</span>
        ) : (
          <>
            <Amount text={known.amount} isDebit={known.direction === 'DEBIT'} isFree />{' '}
            <span className="text-lg font-text tracking-normal text-ink-3">{known.asset}</span>
            <CopyButton text={known.amount} what="amount" />
          </>
        )}
      </p>
      <p className="mt-2">
        <Status {...transferStatusStyle(transfer)} isLarge />
      </p>
    </>
  )
}

type ActsProps = { environment: Environment; shown: Shown; sentence: PlainSentence; explorer?: Explorer }

/** What one does with a transfer: tell support, look at it outside. */
export function TransferActs({ environment, shown, sentence, explorer }: ActsProps) {
  return (
    <div className="ml-auto flex flex-none flex-wrap gap-2 max-sm:ml-0 lg:-mt-[22px] print:hidden">
      <CopyAction text={supportNote({ ...shown, environment, sentence })} word="Support note" />
      {explorer?.href && <ExplorerLink explorer={explorer} className={buttonClass()} />}
    </div>
  )
}
