'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyAction } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'
import { Section } from '@/components/ui/section'
import { shownJson } from './shown-json'

type JsonPartProps = {
  title: string
  more: string
  value: unknown
  /** The same as a command for a terminal. */
  commandOf?: (value: unknown) => string
}

/** What was sent or answered, as JSON. Account numbers show their last four until somebody asks for the whole. */
export function JsonPart({ title, more, value, commandOf }: JsonPartProps) {
  const [isWhole, setWhole] = useState(false)
  const { shown, isCut, canBeWhole } = shownJson(value, isWhole)
  const text = JSON.stringify(shown, null, 2)
  return (
    <Section
      title={title}
      more={isCut ? `${more}, account numbers cut` : more}
      end={
        <span className="flex flex-wrap justify-end gap-2">
          {/* What is copied is used: with a number that was cut it would name another account. */}
          {!isCut && commandOf && <CopyAction text={commandOf(shown)} word="Copy as curl" />}
          {!isCut && <CopyAction text={text} word="Copy JSON" />}
          {canBeWhole && (
            <Button kind="plain" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
              Whole account numbers
            </Button>
          )}
        </span>
      }
    >
      <div className="pt-3">
        <JsonBox text={text} label={title} />
      </div>
    </Section>
  )
}
