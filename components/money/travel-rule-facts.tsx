import { useQuery } from '@tanstack/react-query'
import { profileLabel } from '@/components/records/profile-names'
import { Copyable } from '@/components/records/transfer-fields'
import { moneyText, networkText } from '@/components/records/transfer-labels'
import { CopyAction } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import type { IntentPage } from '@/lib/api/intents'
import { intentsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'
import { idKey } from '@/lib/provider/matching'
import { writesOf } from '@/lib/provider/operations'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { sideOf } from '@/lib/provider/transfer-money'
import { destinationText, type MovementNames } from './movement-texts'

/** What is known of what the provider asks for: name, text to copy. Nothing that is not known is named. */
export function travelRuleTexts(
  { known }: DecodedTransfer,
  names: MovementNames,
  owner?: string,
): [name: string, text: string][] {
  const account = known.fiat_account_id && destinationText({ known, other: {}, missing: [], raw: undefined }, names)
  const all: [string, string | undefined][] = [
    ['Transfer', known.id],
    ['Amount', known.amount && moneyText(known.amount, known.asset)],
    [sideOf(known) === 'CREDIT' ? 'To' : 'From', profileLabel(known.profile_id ?? '', names.profiles) || undefined],
    ['Recipient', account && [owner, account].filter(Boolean).join(', ')],
    ['Address', known.destination_address],
    ['Network', networkText(known)],
    ['Reference', known.ref_id],
    ['Memo', known.memo],
  ]
  return all.flatMap(([name, text]) => (text ? [[name, text] as [string, string]] : []))
}

type FactsProps = { environment: Environment; transfer: DecodedTransfer; names: MovementNames }

/** What to send to the provider so that a transfer goes on. */
export function TravelRuleFacts({ environment, transfer, names }: FactsProps) {
  const { fiat_account_id: account = '' } = transfer.known
  const isOfAccount = ({ record_id }: { record_id?: string }) => idKey(record_id ?? '') === idKey(account)
  const { data: owner } = useQuery({
    ...intentsQuery(environment, { by: 'record', operations: writesOf('fiatAccount'), limit: 100 }),
    select: ({ intents }: IntentPage) => intents.find(isOfAccount)?.account?.owner,
    enabled: account !== '' && names.requests?.some(isOfAccount) === true,
    retry: false,
  })
  const texts = travelRuleTexts(transfer, names, owner)
  const facts: Fact[] = texts.map(([name, text]) => {
    const isId = name === 'Transfer' || name === 'Address'
    return [
      name,
      <Copyable key={name} text={text} what={name === 'Transfer' ? 'transfer ID' : name.toLowerCase()}>
        <span className={isId ? 'font-mono text-sm text-ink-2' : undefined}>{text}</span>
      </Copyable>,
    ]
  })
  return (
    <Section
      title="What to send"
      more="in the provider’s portal"
      className="first:mt-0"
      end={<CopyAction isPlain label="Copy all" text={texts.map((pair) => pair.join(': ')).join('\n')} />}
    >
      <Facts facts={facts} />
      <p className="mt-2 text-sm text-ink-3">
        These are the facts that Mintdesk knows. The provider may also ask for names and a purpose.
      </p>
    </Section>
  )
}
