'use client'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyAction } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'
import { accountNumbersIn, withoutAccountNumbers } from '@/lib/domain/account-numbers'

/** A part of a record's page that few people open. It is in the page, so that the browser's search finds it. */
export function RecordFold({ title, more, children }: { title: string; more?: string; children: ReactNode }) {
  return (
    <details className="group border-b border-hairline">
      <summary className="flex min-h-10 list-none flex-wrap content-center items-baseline gap-x-2 py-1 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-3.5 self-center text-ink-3 group-open:rotate-90" />
        <h2>{title}</h2>
        <span className="text-sm text-ink-3">{more}</span>
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  )
}

/** A JSON value as it is shown. `isMasked`: an account number in it is masked; `canReveal`: more of it can be shown. */
export function visibleJson(value: unknown, isRevealed: boolean) {
  const masked = withoutAccountNumbers(value)
  const shown = isRevealed ? value : masked
  return {
    shown,
    isMasked: accountNumbersIn(shown).some((number) => number.startsWith('••')),
    canReveal: JSON.stringify(masked) !== JSON.stringify(value),
  }
}

type JsonProps = {
  title: string
  more: string
  value: unknown
  /** What stands above it: the address that it goes to. */
  lead?: string
  /** The same as a shell command. */
  commandOf?: (value: unknown) => string
}

/** What was sent or answered, as JSON. Account numbers show their last four characters until a person reveals them. */
export function JsonFold({ title, more, value, lead, commandOf }: JsonProps) {
  const [isRevealed, setRevealed] = useState(false)
  const { shown, isMasked, canReveal } = visibleJson(value, isRevealed)
  const text = JSON.stringify(shown, null, 2)
  return (
    <RecordFold title={title} more={isMasked ? `${more}, account numbers masked` : more}>
      <div className="flex flex-wrap items-center justify-end gap-2 pt-1 pb-3">
        {lead && <span className="mr-auto font-mono text-sm [overflow-wrap:anywhere] text-ink-2">{lead}</span>}
        {/* A masked number that is copied and used names another account. */}
        {!isMasked && commandOf && <CopyAction text={commandOf(shown)} label="Copy as curl" />}
        {!isMasked && <CopyAction text={text} label="Copy JSON" />}
        {canReveal && (
          <Button kind="plain" aria-pressed={isRevealed} onClick={() => setRevealed(!isRevealed)}>
            Show full account numbers
          </Button>
        )}
      </div>
      <JsonBox text={text} label={title} />
    </RecordFold>
  )
}
