'use client'
import { Amount, amountText } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy-button'
import { Facts } from '@/components/ui/facts'
import { Note } from '@/components/ui/note'
import { Section } from '@/components/ui/section'
import { ShortId } from '@/components/ui/short-id'
import { Status } from '@/components/ui/status'
import type { SeenTransfer } from '@/lib/api/reading'
import { inLines } from '@/lib/browser/raw-json'
import { plainSentence } from './plain-sentence'
import { otherFacts, transferFacts } from './transfer-facts'
import { DirectionArrow, TypeWord } from './transfer-row'
import { Sides, Sum } from './transfer-sides'
import { statusLook } from './transfer-status'
import { networkWord, typeWord } from './words'

/** What a transfer is called in a title: `Crypto withdrawal −249,970.00 USDG`. */
export function transferTitle({ known }: SeenTransfer): string {
  const amount = known.amount && amountText(known.amount, known.direction === 'DEBIT')
  const name = known.type ? (typeWord(known.type) ?? known.type) : 'Transfer'
  return [name, amount, known.asset].filter(Boolean).join(' ')
}

type StoryProps = {
  transfer: SeenTransfer
  /** Exactly what the service sent. */
  text: string
  requestId: string
  /** The path of the list, and the query string that one came from. */
  list: string
  from: string
}

/** What a transfer is: its direction, type and network. */
export function TransferName({ transfer: { known } }: { transfer: SeenTransfer }) {
  const network = known.crypto_network && (networkWord(known.crypto_network) ?? known.crypto_network)
  return (
    <>
      <DirectionArrow direction={known.direction} className="" /> <TypeWord type={known.type} />
      {network && `, ${network}`}
    </>
  )
}

/** A transfer that was read: the amount, the state in plain words, all fields, the raw answer. */
export function TransferStory({ transfer, text, requestId, list, from }: StoryProps) {
  const { known, missing } = transfer
  const look = statusLook(transfer)
  const { tone, title, text: words, said } = plainSentence(transfer)
  const raw = inLines(text)
  const others = otherFacts(transfer)
  return (
    <>
      <p className="text-2xl font-title tracking-[-0.02em] [overflow-wrap:anywhere] max-sm:text-[26px]">
        {known.amount === undefined ? (
          <span className="text-ink-3">no amount</span>
        ) : (
          <Amount text={known.amount} isDebit={known.direction === 'DEBIT'} isFree />
        )}{' '}
        <span className="text-lg font-text tracking-normal text-ink-3">{known.asset}</span>
      </p>
      <p className="mt-2">
        <Status {...look} isLarge />
      </p>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)_360px] gap-8 max-lg:grid-cols-1">
        <div>
          <Note tone={tone} icon={look.icon}>
            <p>
              <b>{title}</b>
            </p>
            <p>{words}</p>
            {said.map((one) => (
              <p key={one}>The service says: “{one}”</p>
            ))}
            {missing.length > 0 && (
              <p>
                Fields that should have come and did not: <span className="font-mono">{missing.join(', ')}</span>
              </p>
            )}
          </Note>
          <Section title="Sum">
            <Sum transfer={transfer} />
          </Section>
          <Sides transfer={transfer} list={list} from={from} />
          <Section
            title="Raw JSON"
            more="exactly what the service sent"
            end={<CopyButton text={text} what="raw JSON" />}
          >
            <section
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
              tabIndex={0}
              aria-label="Raw JSON"
              className="mt-4 overflow-x-auto rounded-2 border border-hairline bg-sunken px-4 py-3 text-ink-2"
            >
              <pre className="font-mono text-sm leading-[19px]">{raw}</pre>
            </section>
          </Section>
        </div>
        <aside aria-label="Facts">
          <h2 className="mb-1">Facts</h2>
          <Facts facts={transferFacts(transfer, list)} />
          {others.length > 0 && (
            <>
              <h2 className="mt-6 mb-1">Other fields</h2>
              <p className="text-sm text-ink-3">Not in the interface's description; shown as they came.</p>
              <Facts facts={others} />
            </>
          )}
          <p className="mt-4 text-sm text-ink-3">
            Request id <ShortId id={requestId} what="request id" head={32} />
          </p>
        </aside>
      </div>
    </>
  )
}
