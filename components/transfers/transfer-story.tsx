'use client'
import { Printer } from 'lucide-react'
import { CopyAction, CopyButton, linkButtonClass, ShortId } from '@/components/ui/copy'
import { Facts } from '@/components/ui/facts'
import { Note } from '@/components/ui/note'
import { Section } from '@/components/ui/section'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/reading'
import type { Explorer } from './explorers'
import type { Legs } from './legs'
import type { ObservedState } from './observed-states'
import type { PlainSentence } from './plain-sentence'
import { paperName } from './receipt'
import type { UsualTimes } from './settling'
import { curlOf, supportNote } from './support-note'
import { otherFacts, transferFacts } from './transfer-facts'
import { TransferSides } from './transfer-sides'
import { transferStatusStyle } from './transfer-status'
import { SumTable, SumWords } from './transfer-sum'
import { PendingFor } from './waited'
import { WhatHappened } from './what-happened'

/** A transfer as it is shown: read by itself, or the row of the list until then (`text` is absent). */
export type Shown = { transfer: DecodedTransfer; at: number; requestId: string; text?: string }

type StoryProps = {
  environment: Environment
  shown: Shown
  sentence: PlainSentence
  /** How long transfers usually take; absent while it is read, and where it does not matter. */
  settlings?: UsualTimes
  sides: Legs
  readings: readonly ObservedState[]
  explorer?: Explorer
  /** The path of the list, and the address of another transfer that leads back to the same list. */
  list: string
  hrefOfTransfer: (id: string) => string
}

/** The state in plain words and who must act, whether the sums add up, both sides, what happened, the main facts. */
export function TransferStory(props: StoryProps) {
  const { environment, shown, sentence, settlings, sides, readings, explorer, list, hrefOfTransfer } = props
  const { transfer, at } = shown
  const others = otherFacts(transfer)
  const isJoined = sides.sides.length > 1 || sides.groupId !== undefined
  const otherSides = sides.sides.flatMap((side) => (side.role !== 'this' && side.transfer ? side.transfer : []))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_320px] gap-12 max-lg:grid-cols-1 max-lg:gap-8">
      {/* Amounts have any length, and are never cut. */}
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <StateNote transfer={transfer} sentence={sentence} settlings={settlings} />
        {isJoined ? (
          <TransferSides sides={sides} hrefOfTransfer={hrefOfTransfer} list={list} />
        ) : (
          <Section title="Sum" more={transfer.known.asset}>
            <div className="mt-2 max-w-[420px]">
              <SumTable transfer={transfer} />
            </div>
            <SumWords transfer={transfer} isAlone />
          </Section>
        )}
        <WhatHappened transfer={transfer} sides={otherSides} readings={readings} now={at} />
      </div>
      <aside aria-label="Facts" className="grid content-start gap-4">
        <section>
          <h2 className="mb-2">Facts</h2>
          <Facts facts={transferFacts(transfer, list, explorer)} />
        </section>
        {others.length > 0 && (
          <section>
            <h2>Other fields</h2>
            <p className="mb-1 text-sm text-ink-3">Not documented by the provider; shown as received.</p>
            <Facts facts={others} />
          </section>
        )}
        <SupportNote environment={environment} shown={shown} sentence={sentence} />
      </aside>
    </div>
  )
}

type StateNoteProps = { transfer: DecodedTransfer; sentence: PlainSentence; settlings?: UsualTimes }

/** What the state means and who must act; how long it has been pending, and what the provider itself says. */
function StateNote({ transfer, sentence, settlings }: StateNoteProps) {
  const { tone, title, text, said } = sentence
  const { known, missing } = transfer
  return (
    <Note tone={tone} icon={transferStatusStyle(transfer).icon}>
      <p>
        <b>{title}</b> {text}
      </p>
      {known.status === 'PENDING' && <PendingFor since={known.created_at} type={known.type} settlings={settlings} />}
      {said.map((one) => (
        <p key={one}>The provider says: “{one}”</p>
      ))}
      {missing.length > 0 && (
        <p>
          Missing required fields: <span className="font-mono">{missing.join(', ')}</span>
        </p>
      )}
    </Note>
  )
}

function SupportNote({ environment, shown, sentence }: Pick<StoryProps, 'environment' | 'shown' | 'sentence'>) {
  const { transfer, requestId } = shown
  const note = { ...shown, environment, sentence }
  const { id } = transfer.known
  return (
    <>
      <section aria-label="Support note">
        <div className="flex items-center justify-between">
          <h2>Support note</h2>
          <CopyButton text={supportNote(note)} what="support note" />
        </div>
        <pre className="mt-2 rounded-2 border border-hairline bg-sunken px-3 py-2.5 font-mono text-sm leading-[19px] [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
          {supportNote(note, true)}
        </pre>
        <p className="mt-1.5 text-sm text-ink-3">Full ids are copied. No names, accounts or balances.</p>
      </section>
      <div>
        <p className="flex flex-wrap gap-x-4">
          {id && <CopyAction isPlain text={curlOf(id)} word="Copy as curl" />}
          <button type="button" className={linkButtonClass} onClick={() => window.print()}>
            <Printer className="mr-1.5 size-3.5" />
            Print {paperName(transfer)}
          </button>
        </p>
        {requestId && (
          <p className="mt-1 text-sm text-ink-3">
            Request id <ShortId id={requestId} what="request id" head={32} />
          </p>
        )}
      </div>
    </>
  )
}
