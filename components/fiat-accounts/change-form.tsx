'use client'
import { useQuery } from '@tanstack/react-query'
import { FileClock, Landmark } from 'lucide-react'
import { useMemo } from 'react'
import { type FormProps, formTitle, plain } from '@/components/forms/description'
import { Developer, FieldSet, Folds } from '@/components/forms/fields'
import { loadedLater } from '@/components/forms/form-checks'
import { FormPage, FormSummary } from '@/components/forms/form-page'
import { useFormStore, useFormValue, useFormValues } from '@/components/forms/form-store'
import { MetadataField } from '@/components/forms/metadata-field'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { ShortId } from '@/components/ui/copy'
import { focusHeading } from '@/components/ui/focus'
import { asProblem, ProblemView } from '@/components/ui/problem'
import { Note } from '@/components/ui/status'
import { Time, useDelayed } from '@/components/ui/time'
import { lastFour } from '@/lib/domain/account-numbers'
import { accountNumberOf, networkInstructions, networksIn } from '@/lib/provider/account-names'
import type { Environment } from '@/lib/provider/environments'
import { isChange, mayWrite } from '@/lib/provider/operations'
import {
  type ChangeValues,
  changeDescription,
  changedFacts,
  changeErrors,
  changeSentence,
  changeWarnings,
  rebaseChanges,
} from './account-changes'
import { OwnerFields, OwnerNameFields, WireFields } from './account-fields'
import type { OwnerTexts } from './account-values'
import { looksMasked } from './bank-checks'
import { type AccountKnowledge, type KnownAccount, knownAccountQuery } from './known-account'

/** When the form replaces this heading, the form's own heading gets its focus. */
const passFocusOn = (heading: HTMLElement | null) => () => {
  if (heading === document.activeElement) focusHeading()
}

const later = loadedLater<ChangeValues>(async () => ({ errors: changeErrors, warnings: changeWarnings }))

/** Changes one account, starting with what Mintdesk knows of it. */
export default function FiatAccountChangeForm({ id, ...props }: FormProps & { id: string }) {
  const { session } = props
  // People who may not change it see who may, and nothing of the account.
  const isAllowed = mayWrite('updateFiatAccount', session.roles)
  const query = knownAccountQuery(session.environment, id)
  const read = useQuery({ ...query, enabled: isAllowed, refetchOnReconnect: false })
  const form = useMemo(
    () => ({
      ...changeDescription(id, read.data?.known),
      Fields: otherNetwork(read.data?.known) ? OtherNetworkFields : ChangeFields,
      Aside: ChangeAside,
      ...later,
    }),
    [id, read.data],
  )
  const isSlow = useDelayed(read.isLoading)
  const problem = asProblem(read.error)
  if (isAllowed && !read.data) {
    return (
      <>
        <h1 ref={passFocusOn} tabIndex={-1}>
          {formTitle(form.operation, 'details')}
        </h1>
        {problem ? (
          <ProblemView
            error={problem}
            what="The last known details of this account"
            at={read.errorUpdatedAt}
            onRetry={read.refetch}
          />
        ) : (
          <p className="text-ink-2">{isSlow && 'Loading the last known details of this account'}</p>
        )}
      </>
    )
  }
  const lead = read.data && (
    <>
      <AccountSource id={id} environment={session.environment} {...read.data} />
      <OutdatedDraftNote latest={form.blank} />
    </>
  )
  return <FormPage key={id} form={form} lead={lead} {...props} />
}

/** The network of an account whose instructions are not those of a wire, which is all that requests have (spec, "Fiat account"). */
function otherNetwork(known: KnownAccount | undefined): string | undefined {
  const hasWire = networksIn(known?.record.fiat_network_instructions).includes('wire')
  return hasWire ? undefined : networkInstructions(known?.record)?.network
}

type AccountSourceProps = AccountKnowledge & { id: string; environment: Environment }

/** Which account this is, where its details come from, and what a change causes. */
function AccountSource({ id, environment, known, unknown: [lost] }: AccountSourceProps) {
  const account = <ShortId id={id} what="fiat account ID" />
  const network = otherNetwork(known)
  const number = accountNumberOf(known?.record)
  return (
    <div className="mb-6 grid max-w-[640px] gap-3">
      <p className="text-ink-2">
        {known ? (
          <>
            Details of {account} as of <Time value={known.at} withZone />, from{' '}
            <Link href={`/${environment}/activity/${known.intent.id}`} className="underline">
              {sourceLabel(known)}
            </Link>
            . Changes made elsewhere are not known here.
          </>
        ) : (
          <>Mintdesk has no details of {account}, because it was not registered here.</>
        )}{' '}
        Only what you {known ? 'change' : 'enter'} is sent, addresses as a whole. Empty fields stay unchanged.
      </p>
      {network && (
        <Note tone="off" icon={Landmark} title={`This account is reached by ${network.toUpperCase()}.`}>
          {number && `Its number is ${lastFour(number)}. `}Mintdesk can change instructions for wires only. Ask the
          provider to change these.
        </Note>
      )}
      {lost && (
        <Note
          tone="unknown"
          title="The outcome of an earlier change to this account is unknown."
          actions={
            <ButtonLink size="small" href={`/${environment}/activity/${lost.id}`}>
              View that change
            </ButtonLink>
          }
        >
          The details below may be out of date.
        </Note>
      )}
    </div>
  )
}

const sourceLabel = ({ isChecked, intent }: KnownAccount) =>
  isChecked ? 'a status check' : isChange(intent.operation) ? 'its last change' : 'its registration'

/** Wire fields would add a second network to the account. */
const OtherNetworkFields = () => <ChangeFields hasInstructions={false} />

function ChangeFields({ hasInstructions = true }: { hasInstructions?: boolean }) {
  const known = useFormValue((values: ChangeValues) => values.known)
  const { account_number } = known.fiat_network_instructions.wire
  const numberHint = looksMasked(account_number) ? (
    <>
      Currently <span className="font-mono">{account_number}</span>. Enter the full number to change it.
    </>
  ) : undefined
  return (
    <>
      <FieldSet>
        <OwnerChangeFields kind={known.fiat_account_owner.kind} />
      </FieldSet>
      {hasInstructions && <WireFields numberHint={numberHint} />}
      <FieldSet title="Details">
        <Folds>
          <MetadataField hint="It is replaced as a whole." />
          <Developer names={[]} hint="API call" />
        </Folds>
      </FieldSet>
    </>
  )
}

/** Once the owner's kind is known it cannot change (docs/provider.md, "Writing"). */
function OwnerChangeFields({ kind }: Pick<OwnerTexts, 'kind'>) {
  if (kind === '') return <OwnerFields />
  const [own, other] = kind === 'person' ? ['a person', 'an institution'] : ['an institution', 'a person']
  return (
    <>
      <p className="text-base text-ink-2">
        The owner is {own} and cannot become {other}. To do that, register another account.
      </p>
      <OwnerNameFields kind={kind} />
    </>
  )
}

/** A draft sends the difference to what was known when it began. @param latest the values of a form that begins now */
function OutdatedDraftNote({ latest }: { latest: ChangeValues }) {
  const { replaceAll, values } = useFormStore<ChangeValues>()
  const knownAt = useFormValue(({ known_at }: ChangeValues) => known_at)
  if (knownAt === latest.known_at) return null
  const update = () => {
    replaceAll(rebaseChanges(values(), latest))
    focusHeading()
  }
  return (
    <Note
      tone="wait"
      icon={FileClock}
      className="mb-5 max-w-[640px]"
      title="The account's details have changed since you began this draft."
      actions={
        <Button size="small" onClick={update}>
          Update draft
        </Button>
      }
    >
      Updating the draft keeps your changes.
    </Note>
  )
}

function ChangeAside() {
  const values = useFormValues<ChangeValues>()
  const isChanged = changedFacts(values).length > 0
  return <FormSummary parts={isChanged ? changeSentence(values) : plain('No changes yet.')} />
}
