'use client'
import { useMemo } from 'react'
import { replaceAddress, useAddress } from '@/components/ui/address'
import { useNow } from '@/components/ui/now'
import { type Tab, Tabs } from '@/components/ui/tabs'
import type { Environment } from '@/lib/api/environments'
import { hrefOf } from '@/lib/browser/list-url'
import { AllFields } from './all-fields'
import { explorerOf } from './explorers'
import { useLegs } from './legs'
import { nextAction } from './next-action'
import { useObservedStates } from './observed-states'
import { plainSentence } from './plain-sentence'
import { RawJson } from './raw-json'
import { Receipt } from './receipt'
import { fieldCount } from './transfer-fields'
import { TransferActs, TransferFigure } from './transfer-head'
import { type Shown, TransferStory } from './transfer-story'
import { useUsualTimes } from './usual-times'

/** The tabs by their names in the address; the first needs none. */
const tabNames = ['story', 'fields', 'json'] as const
type TabName = (typeof tabNames)[number]

type ViewProps = { environment: Environment; shown: Shown; list: string; hrefOfTransfer: (id: string) => string }

/** A transfer that is there: its figure, and three views of it, of which the address says which one is open. */
export function TransferView({ environment, shown, list, hrefOfTransfer }: ViewProps) {
  const { transfer, at, text } = shown
  const { path, search } = useAddress()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const chosen = tabNames.find((name) => name === params.get('x.tab')) ?? 'story'
  const choose = (name: TabName) => {
    const next = new URLSearchParams(params)
    if (name === 'story') next.delete('x.tab')
    else next.set('x.tab', name)
    // A view is no place that one goes back to.
    replaceAddress(hrefOf(path, next))
  }
  const sides = useLegs(environment, transfer)
  const readings = useObservedStates({ at, where: text === undefined ? 'list' : 'page', transfer })
  const now = useNow(10_000)
  const settlings = useUsualTimes(environment, nextAction(transfer).reason === 'loading')
  // Once for all that the page says: story, support note and print give the same answer.
  const sentence = plainSentence(transfer, settlings && { now, settlings })
  const explorer = explorerOf(environment, transfer.known.crypto_network, transfer.known.crypto_tx_hash)
  const tabs: Tab<TabName>[] = [
    { name: 'story', word: 'Story' },
    { name: 'fields', word: 'All fields', count: fieldCount(transfer) },
    { name: 'json', word: 'Raw JSON' },
  ]
  return (
    <>
      <div className="mb-3 flex items-start gap-4 max-sm:flex-col">
        <div className="min-w-0">
          <TransferFigure transfer={transfer} />
        </div>
        <TransferActs environment={environment} shown={shown} sentence={sentence} explorer={explorer} />
      </div>
      <Tabs label="Views of this transfer" tabs={tabs} chosen={chosen} onChoose={choose}>
        {chosen === 'story' && (
          <TransferStory
            environment={environment}
            shown={shown}
            sentence={sentence}
            settlings={settlings}
            sides={sides}
            readings={readings}
            explorer={explorer}
            list={list}
            hrefOfTransfer={hrefOfTransfer}
          />
        )}
        {chosen === 'fields' && <AllFields transfer={transfer} />}
        {chosen === 'json' && <RawJson text={text} />}
      </Tabs>
      <Receipt environment={environment} shown={shown} sentence={sentence} />
    </>
  )
}
