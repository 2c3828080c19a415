'use client'
import type { ReactNode } from 'react'
import { type Fact, Facts } from '@/components/ui/facts'
import { Time } from '@/components/ui/time'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { Copyable, type Field, fieldGroups, Money, otherFacts, Pairs, valueLabels } from './transfer-fields'
import { otherFields, undocumented } from './transfer-labels'

function fieldValue({ known }: DecodedTransfer, [name, label, kind]: Field): ReactNode {
  const value = known[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') return <Pairs value={value} isWhole />
  const raw = <span className="font-mono text-sm text-ink-2">{value}</span>
  if (kind === 'name') {
    const text = valueLabels[name]?.(value)
    return (
      <>
        {text && <span>{text}</span>} {raw}
      </>
    )
  }
  const isMoney = kind === 'amount' || kind === 'dollars'
  return (
    <>
      {kind === 'time' && (
        <span>
          <Time value={value} clock="provider" withZone />
        </span>
      )}
      <Copyable text={value} what={label.toLowerCase()}>
        {isMoney ? (
          <Money text={value} asset={kind === 'dollars' ? 'USD' : known.asset} />
        ) : kind === 'text' ? (
          value
        ) : (
          raw
        )}
      </Copyable>
    </>
  )
}

/** Every documented field in its group, in full and with its API name, then the undocumented ones. */
export default function AllFields({ transfer }: { transfer: DecodedTransfer }) {
  const groups = Object.entries(fieldGroups).map(([title, fields]): [title: string, facts: Fact[]] => [
    title,
    fields.map((field): Fact => [field[1], fieldValue(transfer, field), field[0]]),
  ])
  const others = otherFacts(transfer)
  if (others.length > 0) groups.push([otherFields, others])
  return (
    <div className="grid gap-8 pt-2">
      {groups.map(([title, facts]) => (
        <section key={title} className="grid grid-cols-1 gap-x-6 lg:grid-cols-[176px_minmax(0,1fr)]">
          <div className="mb-1 lg:mb-0">
            <h2>{title}</h2>
            {title === otherFields && <p className="text-sm text-ink-3">{undocumented}</p>}
          </div>
          <Facts
            facts={facts}
            className="border-t border-hairline-strong sm:grid-cols-[minmax(248px,max-content)_minmax(0,1fr)] max-sm:grid-cols-[150px_minmax(0,1fr)]"
          />
        </section>
      ))}
    </div>
  )
}
