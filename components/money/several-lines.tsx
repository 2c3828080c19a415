'use client'
/** Several movements at once: a pasted table, and one review of all its lines. */
import { CircleAlert, OctagonX } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useMessages } from '@/components/forms/form-context'
import { focusField } from '@/components/forms/form-error-summary'
import { useFieldState } from '@/components/forms/form-store'
import { profileLabel } from '@/components/records/profile-names'
import type { KnownAccount } from '@/components/requests/known-accounts'
import { titleOf } from '@/components/requests/record-texts'
import { Amount, placesOf } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import { Note } from '@/components/ui/status'
import { shorten } from '@/lib/browser/identifiers'
import type { WishKind } from '@/lib/features/money/plans'
import type { Environment } from '@/lib/provider/environments'
import { type CheckedLine, rulesOfLines, sumOfLines } from './several'
import { amountOf, findRule, type KnownRule, meantTerms, sourcesOf } from './wish'
import { RivalNote } from './wish-notes'

type SeveralProps = {
  environment: Environment
  lines: readonly CheckedLine[]
  kind: WishKind
  asset: string
  rules: readonly KnownRule[]
  names: Readonly<Record<string, string>>
  accounts: readonly KnownAccount[]
}

const destinations = { none: 'Destination', crypto: 'Address', fiat: 'Fiat account', profile: 'Profile' }

type TableProps = SeveralProps & {
  /** Why no line can be read. */
  problem?: string
  /** Columns from which nothing is taken. */
  unread: readonly string[]
  /** Whether a button opened it: then it has the focus. */
  isOpened: boolean
  onType: (text: string) => void
  onClose: () => void
}

export default function SeveralLines({ lines, problem, unread, isOpened, onType, onClose, ...props }: TableProps) {
  const { value, onBlur } = useFieldState('several')
  const [refusal, setRefusal] = useState<string>()
  const { error = refusal ?? problem } = useMessages('several')
  const wasOpened = useRef(isOpened)
  useEffect(() => {
    if (wasOpened.current) focusField('several')
  }, [])

  async function drop(file: File) {
    const { readTypedTable } = await import('@/lib/domain/statements/read')
    try {
      onType(await readTypedTable(file))
      setRefusal(undefined)
    } catch (thrown) {
      setRefusal(thrown instanceof Error ? `${file.name}: ${thrown.message}` : `${file.name} could not be read.`)
    }
  }

  return (
    <section
      aria-label="Several at once"
      className="mt-4 max-w-[860px]"
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files
        // Text that is dropped goes where it is dropped.
        if (!file) return
        event.preventDefault()
        void drop(file)
      }}
    >
      <TextArea
        id="several"
        label="Amounts and destinations"
        hint="One line each: amount, destination and reference, as copied from a spreadsheet or dropped as a CSV file. In another order, name the columns in the first line. Wires carry the reference as their memo."
        error={error}
        rows={5}
        spellCheck={false}
        value={value}
        onChange={({ target }) => {
          setRefusal(undefined)
          onType(target.value)
        }}
        onBlur={onBlur}
      />
      <p className="mt-2">
        <Button size="small" onClick={onClose}>
          Only one instead
        </Button>
      </p>
      {unread.length > 0 && <p className="mt-4 text-sm text-ink-2">Not read: {unread.join(', ')}.</p>}
      {lines.length > 0 && <Review lines={lines} {...props} />}
      <RivalLines lines={lines} {...props} />
    </section>
  )
}

/** Rules that take from one profile all take the same money, whatever the amounts of their lines. */
function RivalLines({ environment, lines, kind, asset, rules, names }: SeveralProps) {
  const [first] = lines
  const terms = first && meantTerms(kind, first.terms)
  if (terms?.source_kind !== 'profile') return null
  const found = lines.flatMap((line) => findRule(rules, kind, line.terms) ?? [])
  if (rulesOfLines(kind, lines) < 2)
    return <RivalNote environment={environment} terms={terms} rules={rules} found={found} names={names} />
  return (
    <>
      <RivalNote environment={environment} terms={terms} rules={rules} found={found} names={names} />
      <Note tone="wait" icon={CircleAlert} className="mt-4" title="These lines act on the same money.">
        Each rule runs on all {asset} that arrives in {profileLabel(terms.profile_id, names) || 'the profile'}, whatever
        the amount of its line. Only one of them will run: ask the provider which, before money arrives.
        {sourcesOf(kind, asset).includes('crypto') && ' With deposit addresses each line has money of its own.'}
      </Note>
    </>
  )
}

/** The destination of a line as it was understood. */
function destinationOf({ terms, to }: CheckedLine, { names, accounts }: SeveralProps): string {
  const { destination_kind: kind, destination } = terms
  if (kind === 'crypto') return shorten(to, 10)
  if (kind === 'profile') return profileLabel(destination.profile.profile_id, names)
  const account = accounts.find(({ value }) => value === destination.fiat.fiat_account_id)
  return account ? [account.label, account.code].filter(Boolean).join(', ') : to
}

const cell = 'border-b border-hairline py-1.5 pr-2 text-left align-baseline sm:pr-4'

/** A phone has no room for what the sentence says, and for the place in the table. */
const heads = (to: string) =>
  [
    ['Line', 'max-sm:hidden'],
    ['Amount', 'text-right'],
    ['Asset', 'max-sm:hidden'],
    [to, ''],
    ['Reference', ''],
    ['Rule', ''],
  ] as const

function Review(props: SeveralProps) {
  const { lines, kind, asset, rules, names } = props
  const sum = sumOfLines(lines)
  const places = placesOf([...lines.flatMap(({ amount, hasAmount }) => (hasAmount ? amountOf(amount) : [])), sum])
  const to = destinations[lines[0]?.terms.destination_kind ?? 'none']
  return (
    <section aria-label="Review of the lines" className="mt-4">
      <table className="w-full" style={{ '--places': places } as CSSProperties}>
        <thead className="text-sm text-ink-3">
          <tr>
            {heads(to).map(([name, className]) => (
              <th key={name} scope="col" className={`${cell} font-label ${className}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((one) => {
            const rule = findRule(rules, kind, one.terms)
            return (
              <tr key={one.line}>
                <td className={`${cell} text-ink-3 max-sm:hidden`}>{one.line}</td>
                <td className={`${cell} text-right`}>
                  {one.hasAmount ? <Amount text={amountOf(one.amount)} /> : one.amount}
                </td>
                <td className={`${cell} text-ink-3 max-sm:hidden`}>{asset}</td>
                <td className={`${cell} [overflow-wrap:break-word]`}>{destinationOf(one, props)}</td>
                <td className={`${cell} [overflow-wrap:break-word]`}>{one.reference}</td>
                <td className={cell}>
                  {one.error ? (
                    <span className="font-label text-bad">
                      <OctagonX className="mr-1.5" />
                      {one.error}
                    </span>
                  ) : rule ? (
                    titleOf(rule.intent, names)
                  ) : (
                    'A new rule'
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
        {/* A phone has it under Cost. */}
        <tfoot className="max-sm:hidden">
          <tr className="font-label">
            <th scope="row" className="py-1.5 pr-4 text-left font-label">
              Sum
            </th>
            <td className="py-1.5 pr-4 text-right">
              {sum === undefined ? (
                <span className="font-text text-ink-3">not known yet</span>
              ) : (
                <Amount text={amountOf(sum)} />
              )}
            </td>
            <td className="py-1.5 text-ink-3">{sum !== undefined && asset}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
