'use client'
/** What serves a wish already, what is made for it, and what to look at before it begins. */
import { CircleAlert, Info } from 'lucide-react'
import { useState } from 'react'
import { sentenceText } from '@/components/forms/description'
import { useFormStore } from '@/components/forms/form-store'
import { skipLeaveConfirmation } from '@/components/forms/leave-confirmation'
import { profileLabel } from '@/components/records/profile-names'
import type { KnownAccount } from '@/components/requests/known-accounts'
import { titleOf } from '@/components/requests/record-texts'
import type { RuleRun } from '@/components/requests/rule-runs'
import { ruleSentence } from '@/components/rules/labels'
import type { RuleValues } from '@/components/rules/rule-values'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { announce } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { Note } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { uuidPattern } from '@/lib/domain/values'
import type { WishKind } from '@/lib/features/money/plans'
import type { Environment } from '@/lib/provider/environments'
import { type KnownRule, staysTexts, termsFromRoute } from './wish'
import type { Known } from './wish-reads'

const NameDialog = lazyPart('The name', () => import('@/components/forms/name-dialog'))

const noteClass = 'mt-5 max-w-[860px]'

type NotesProps = {
  environment: Environment
  kind: WishKind
  terms: RuleValues
  rules: Known['rules']
  /** The rule that does exactly this. */
  found?: KnownRule
  /** When rules ran last, by their memos; undefined while that is not known. */
  runs?: ReadonlyMap<string, RuleRun>
  names: Readonly<Record<string, string>>
  accounts: readonly KnownAccount[]
  /** On the review nothing is chosen any more. */
  isReview?: boolean
}

/** One rule that does this, or the rule that will be made. */
export function WishNotes(props: NotesProps) {
  const { environment, terms, rules, found, runs, names, accounts, isReview } = props
  const other = !isReview && <ButtonLink href={`/${environment}/rules`}>Other rules</ButtonLink>
  const run = found?.route.memo === undefined ? undefined : runs?.get(found.route.memo)
  const accountNames = Object.fromEntries(accounts.map(({ value, label, code }) => [value, code ?? label]))
  const profile = profileLabel(terms.profile_id, names) || 'the profile'
  return (
    <>
      {found ? (
        <Note tone="ok" className={noteClass} title="Nothing new to set up." actions={other}>
          Rule <Link href={`/${environment}/activity/${found.intent.id}`}>{titleOf(found.intent, names)}</Link> does
          this.
          {run && (
            <>
              {' '}
              It last ran <Time value={run.at} clock="provider" />.
            </>
          )}
        </Note>
      ) : rules.error ? (
        <Note
          tone="wait"
          icon={CircleAlert}
          className={noteClass}
          title="The rules made here could not be read."
          actions={<Button onClick={() => rules.refetch()}>Try again</Button>}
        >
          Whether one of them does this is not known.
        </Note>
      ) : (
        <Note
          tone={terms.source_kind === 'profile' ? 'wait' : 'busy'}
          icon={Info}
          className={noteClass}
          title="This creates a standing rule:"
          actions={other}
        >
          {sentenceText(ruleSentence(terms, names, accountNames))}{' '}
          {staysTexts[terms.source_kind](terms.source_asset, profile)}
        </Note>
      )}
      <RivalNote
        environment={environment}
        terms={terms}
        names={names}
        rules={rules.rules}
        found={found ? [found] : []}
      />
      {terms.destination_kind === 'fiat' && <AccountNote {...props} />}
    </>
  )
}

type RivalProps = Pick<NotesProps, 'environment' | 'terms' | 'names'> & {
  rules: readonly KnownRule[]
  /** The rules that serve the wish. */
  found: readonly KnownRule[]
}

/** Another rule that takes the same money first, or as well. */
export function RivalNote({ environment, terms, rules, found, names }: RivalProps) {
  const own = new Set(found.map(({ intent }) => intent.id))
  const rival = rules.find(({ route, intent }) => {
    const other = termsFromRoute(route)
    return (
      !own.has(intent.id) &&
      terms.source_kind === 'profile' &&
      other.source_kind === 'profile' &&
      other.source_asset === terms.source_asset &&
      other.source.profile.profile_id === terms.source.profile.profile_id
    )
  })
  return (
    rival && (
      <Note tone="wait" icon={CircleAlert} className={noteClass} title="Another rule acts on the same money.">
        <Link href={`/${environment}/activity/${rival.intent.id}`}>{titleOf(rival.intent, names)}</Link> already runs on{' '}
        {terms.source_asset} that arrives there. Only one of them will run: ask the provider which, before money
        arrives.
      </Note>
    )
  )
}

/** What is known of the account that is paid: its review, and whether it was paid before. */
function AccountNote({ environment, kind, terms, rules: { rules }, accounts, isReview }: NotesProps) {
  const id = terms.destination.fiat.fiat_account_id
  const account = accounts.find(({ value }) => value === id)
  const change = (
    <ButtonLink href={`/${environment}/fiat-accounts/${encodeURIComponent(id)}/edit`} {...skipLeaveConfirmation}>
      Change this account
    </ButtonLink>
  )
  if (!account || account.isElsewhere)
    return uuidPattern.test(id) ? <ElsewhereNote id={id} account={account} isReview={isReview} /> : null
  if (account.status === 'REJECTED')
    return (
      <Note tone="bad" className={noteClass} title="The provider rejected this account." actions={change}>
        It will not pay to it. A change sends it to review again.
      </Note>
    )
  if (account.status && account.status !== 'APPROVED')
    return (
      <Note
        tone="wait"
        icon={CircleAlert}
        className={noteClass}
        title={`This account is ${(account.note ?? account.status).toLowerCase()}.`}
      >
        The provider may refuse payouts until it has approved it.
      </Note>
    )
  const paid = rules.map(({ route }) => route.destination_account_id)
  if (paid.includes(id)) return null
  const usual = accounts.find(
    (one) => one.value !== id && one.owner !== undefined && one.owner === account.owner && paid.includes(one.value),
  )
  return (
    <Note
      tone="wait"
      icon={CircleAlert}
      className={noteClass}
      title="First payout to this account."
      actions={usual && !isReview && <UseAccount name={`${kind}.destination.fiat.fiat_account_id`} account={usual} />}
    >
      {usual
        ? `Rules made here pay ${account.owner} at ${usual.code ?? usual.label}.`
        : 'No rule made here has paid to it. Compare its bank and number.'}
    </Note>
  )
}

type ElsewhereProps = { id: string; account: KnownAccount | undefined; isReview?: boolean }

/** Of an account that was made elsewhere nothing is known but its ID, the name that people gave it, and payments. */
function ElsewhereNote({ id, account, isReview }: ElsewhereProps) {
  const [isOpen, setOpen] = useState(false)
  const saved = account?.code === undefined ? undefined : account.label
  return (
    <>
      <Note
        tone="wait"
        icon={CircleAlert}
        className={noteClass}
        title="This account was not made in Mintdesk."
        actions={!isReview && <Button onClick={() => setOpen(true)}>{saved ? 'Rename' : 'Save it with a name'}</Button>}
      >
        Compare its whole ID with the provider’s: {id}.
      </Note>
      {isOpen && <NameDialog kind="account" id={id} saved={saved} onClosed={() => setOpen(false)} />}
    </>
  )
}

function UseAccount({ name, account: { value, code, label } }: { name: string; account: KnownAccount }) {
  const { set } = useFormStore()
  const shown = code ?? label
  return (
    <Button
      onClick={() => {
        set(name, value)
        announce(`Account ${shown}`)
      }}
    >
      Use {shown}
    </Button>
  )
}
