'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyAct } from '@/components/ui/copy-act'
import { JsonBox } from '@/components/ui/json-box'
import { Section } from '@/components/ui/section'
import { withoutAccountNumbers } from '@/lib/api/account-numbers'

type JsonPartProps = {
  title: string
  more?: string
  value: unknown
  /** The same as a command for a terminal. */
  commandOf?: (value: unknown) => string
}

/** What was sent or answered, as JSON. Account numbers show their last four until somebody asks for the whole. */
export function JsonPart({ title, more, value, commandOf }: JsonPartProps) {
  const [isWhole, setWhole] = useState(false)
  const cut = withoutAccountNumbers(value)
  const hasNumbers = JSON.stringify(cut) !== JSON.stringify(value)
  const shown = isWhole ? value : cut
  const text = JSON.stringify(shown, null, 2)
  return (
    <Section
      title={title}
      more={more}
      end={
        <span className="flex flex-wrap justify-end gap-2">
          {hasNumbers && (
            <Button kind="plain" size="note" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
              Whole account numbers
            </Button>
          )}
          {commandOf && <CopyAct text={commandOf(shown)} word="Copy as curl" />}
          <CopyAct text={text} word="Copy JSON" />
        </span>
      }
    >
      <div className="pt-3">
        <JsonBox text={text} label={title} />
      </div>
    </Section>
  )
}
