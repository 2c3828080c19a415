'use client'
/** A wish as a sentence with blanks, each of them a field of the form. */
import { shownAmount } from '@/components/forms/amount-meanings'
import { Blank, sentenceClass } from '@/components/forms/blank'
import { AmountField, ComboboxField, SelectField, TextField } from '@/components/forms/fields'
import { useFormPage } from '@/components/forms/form-context'
import { textAt, useFormValue } from '@/components/forms/form-store'
import { skipLeaveConfirmation } from '@/components/forms/leave-confirmation'
import { useProfileOptions } from '@/components/records/profile-field'
import { ruleNetworkLabel } from '@/components/rules/labels'
import { type RuleValues, ruleNetworks } from '@/components/rules/rule-values'
import type { ComboboxOption } from '@/components/ui/combobox'
import { addressKey } from '@/lib/domain/address-ends'
import { amountOf, type KnownRule, sourcesOf, termsOf, type WishValues, wishAmountError, wishTerms } from './wish'
import type { Known } from './wish-reads'

type Choice = readonly [value: string, label: string]

/** A blank with few choices; a value that is none of them is one more. A single choice is text. */
function Choose({ name, label, choices }: { name: string; label: string; choices: readonly Choice[] }) {
  const value = useFormValue((values: WishValues) => textAt(values, name))
  const isOffered = choices.some(([one]) => one === value)
  const options = [...choices, ...(isOffered || value === '' ? [] : [[value, value] as const])]
  const [only, other] = options
  if (only && !other) return <b className="font-label">{only[1]}</b>
  return (
    <Blank>
      <SelectField
        name={name}
        label={label}
        isLabelHidden
        options={options.map(([one, text]) => ({ value: one, label: text }))}
      />
    </Blank>
  )
}

const same = (values: readonly string[]): Choice[] => values.map((value) => [value, value])
const networks: Choice[] = ruleNetworks.map((value) => [value, ruleNetworkLabel(value)])

const sourceWords: Record<RuleValues['source_kind'], string> = {
  fiat: 'by wire',
  crypto: 'is sent to a deposit address on',
  profile: 'arrives in',
}
const destinationWords: Record<RuleValues['destination_kind'], string> = {
  none: 'stays there',
  crypto: 'is sent to the address',
  fiat: 'is paid to',
  profile: 'moves to',
}

type SentenceProps = {
  accounts: Known['accounts']
  recipients: Known['recipients']
  rules: readonly KnownRule[]
  /** Whether a pasted table has the amounts and destinations. */
  isSeveral: boolean
}

/** The sentence of the chosen wish. */
export function WishSentence(props: SentenceProps) {
  const kind = useFormValue((values: WishValues) => values.kind)
  const terms = useFormValue((values: WishValues) => termsOf(values))
  const { verb, from, to } = wishTerms[kind]
  const { isSeveral } = props
  const source = sourcesOf(kind, terms.source_asset)
  const shownSource = source.includes(terms.source_kind) ? terms.source_kind : source[0]
  const assets = <Choose name={`${kind}.source_asset`} label="Asset" choices={same(from)} />
  const targets = kind === 'convert' ? to.filter((asset) => asset !== terms.source_asset) : to
  const into = <Choose name={`${kind}.destination_asset`} label="Into" choices={same(targets)} />
  const arrives =
    kind === 'mint' ? (
      'The wire is for '
    ) : (
      <>
        The {terms.source_asset}{' '}
        {source.length > 1 ? (
          <Choose
            name={`${kind}.source_kind`}
            label="Arriving"
            choices={source.map((one) => [one, sourceWords[one]])}
          />
        ) : (
          sourceWords.profile
        )}{' '}
        {shownSource === 'crypto' && (
          <>
            <Choose name={`${kind}.source.crypto.network`} label="Incoming network" choices={networks} /> for{' '}
          </>
        )}
      </>
    )
  return (
    <div className={`mt-5 ${sentenceClass}`}>
      {verb}{' '}
      {isSeveral ? (
        <b className="font-label">the amounts below</b>
      ) : (
        <Blank className="sm:[&_input]:min-w-[130px]">
          <AmountField
            name="amount"
            label="Amount"
            isLabelHidden
            unit=""
            normalize={(typed) =>
              shownAmount(typed, (text) => (wishAmountError(text, terms.source_asset) ? undefined : amountOf(text)))
            }
          />
        </Blank>
      )}{' '}
      {assets}
      {kind !== 'pay-out' && <> into {into}</>}
      <span className="max-sm:hidden">.</span> {arrives}
      <ProfileBlank name={`${kind}.profile_id`} label="Profile" />
      <span className="max-sm:hidden">,</span> and{' '}
      {terms.destination_asset !== terms.source_asset && `the ${terms.destination_asset} `}
      <Delivery {...props} />
      <span className="max-sm:hidden">.</span>
    </div>
  )
}

/** A profile by its name, from recent transfers, or by its pasted ID. */
function ProfileBlank({ name, label }: { name: string; label: string }) {
  const { options } = useProfileOptions()
  return (
    <Blank className="sm:[&_[role=listbox]]:min-w-[360px] sm:[&_input]:min-w-[160px]">
      <ComboboxField name={name} label={label} isLabelHidden options={options} placeholder="Choose a profile" />
    </Blank>
  )
}

/** The addresses that were paid, the last one first, and those that rules made here send to. */
function addressesIn(rules: readonly KnownRule[], recipients: Known['recipients']): ComboboxOption[] {
  const paid = [...recipients.values()].map(({ address, network, note }) => ({ address, notes: [network, note] }))
  const ruled = rules.map(({ route: { destination_address: address, destination_network } }) => ({
    address,
    notes: [destination_network],
  }))
  const options = [...paid, ...ruled].flatMap(({ address: value, notes }) =>
    value ? { value, label: value, note: notes.filter(Boolean).join(', ') } : [],
  )
  return options.filter(
    ({ value }, at) => options.findIndex((one) => addressKey(one.value) === addressKey(value)) === at,
  )
}

/** Where the money goes. */
function Delivery({ accounts, recipients, rules, isSeveral }: SentenceProps) {
  const kind = useFormValue((values: WishValues) => values.kind)
  const to = useFormValue((values: WishValues) => termsOf(values).destination_kind)
  const { environment } = useFormPage()
  const { destinations } = wishTerms[kind]
  const at = `${kind}.destination`
  const how =
    destinations.length > 1 ? (
      <Choose
        name={`${kind}.destination_kind`}
        label="And then"
        choices={destinations.map((one) => [one, destinationWords[one]])}
      />
    ) : (
      destinationWords[to]
    )
  const their = (what: string) => <b className="font-label">{what}</b>
  return (
    <>
      {how}
      {to !== 'none' && ' '}
      {to === 'crypto' && (
        <>
          {isSeveral ? (
            their('of each line')
          ) : (
            <Blank className="sm:[&_[role=listbox]]:min-w-[360px] sm:[&_input]:min-w-[240px]">
              <ComboboxField
                name={`${at}.crypto.address`}
                label="Destination address"
                isLabelHidden
                options={addressesIn(rules, recipients)}
                placeholder="Paste the address"
              />
            </Blank>
          )}{' '}
          on <Choose name={`${at}.crypto.network`} label="Destination network" choices={networks} />
        </>
      )}
      {to === 'profile' &&
        (isSeveral ? (
          their('the profile of each line')
        ) : (
          <ProfileBlank name={`${at}.profile.profile_id`} label="Destination profile" />
        ))}
      {to === 'fiat' && isSeveral && their('the account of each line')}
      {to === 'fiat' && !isSeveral && (
        <>
          <Blank className="sm:[&_[role=listbox]]:min-w-[420px] sm:[&_input]:min-w-[180px]">
            <ComboboxField
              name={`${at}.fiat.fiat_account_id`}
              label="Fiat account"
              isLabelHidden
              options={accounts}
              // The draft stays: the account's page leads back to it.
              link={{ ...skipLeaveConfirmation, href: `/${environment}/fiat-accounts/new`, label: 'New account' }}
              placeholder="Choose an account, or paste its ID"
            />
          </Blank>{' '}
          with the memo{' '}
          <Blank className="sm:[&_input]:min-w-[100px]">
            <TextField name={`${at}.fiat.memo`} label="Wire memo" isLabelHidden placeholder="none" />
          </Blank>
        </>
      )}
    </>
  )
}
