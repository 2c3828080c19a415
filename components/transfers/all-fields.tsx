'use client'
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Time } from '@/components/ui/time'
import type { DecodedTransfer } from '@/lib/api/reading'
import { otherFacts, Pairs } from './transfer-facts'
import { type Field, fieldGroups, wordOf } from './transfer-fields'

function shownValue({ known }: DecodedTransfer, { name, word, kind }: Field): ReactNode {
  const value = known[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') return <Pairs value={value} isWhole />
  const copy = <CopyButton text={value} what={word.toLowerCase()} />
  const raw = <span className="font-mono text-sm text-ink-2">{value}</span>
  switch (kind) {
    case 'amount':
    case 'dollars':
      return (
        <span>
          <Amount text={value} isFree /> <span className="text-ink-3">{kind === 'dollars' ? 'USD' : known.asset}</span>{' '}
          {copy}
        </span>
      )
    case 'time':
      return (
        <>
          <span>
            <Time value={value} withZone />
          </span>
          <span>
            {raw} {copy}
          </span>
        </>
      )
    case 'name': {
      const said = wordOf(name, value)
      return (
        <>
          {said && <span>{said}</span>} {raw}
        </>
      )
    }
    case 'text':
      return (
        <span>
          {value} {copy}
        </span>
      )
    default:
      return (
        <span>
          {raw} {copy}
        </span>
      )
  }
}

/** Every field of the spec under its group, whole and with its name on the wire; then those that the spec does not list. */
export function AllFields({ transfer }: { transfer: DecodedTransfer }) {
  const others = otherFacts(transfer)
  return (
    <div className="grid gap-8 pt-2">
      {fieldGroups.map(({ title, fields }) => (
        <Group
          key={title}
          title={title}
          facts={fields.map((field): Fact => [field.word, shownValue(transfer, field), field.name])}
        />
      ))}
      {others.length > 0 && (
        <Group title="Other fields" more="Not documented by the provider; shown as received." facts={others} />
      )}
    </div>
  )
}

function Group({ title, more, facts }: { title: string; more?: string; facts: readonly Fact[] }) {
  return (
    <section className="grid grid-cols-[176px_minmax(0,1fr)] gap-x-6 max-lg:grid-cols-1">
      <div className="max-lg:mb-1">
        <h2>{title}</h2>
        {more && <p className="text-sm text-ink-3">{more}</p>}
      </div>
      <Facts
        facts={facts}
        className="border-t border-hairline-strong sm:grid-cols-[minmax(248px,max-content)_minmax(0,1fr)] max-sm:grid-cols-[150px_minmax(0,1fr)]"
      />
    </section>
  )
}
