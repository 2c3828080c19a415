'use client'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyAction, CopyButton } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'
import { withoutAccountNumbers } from '@/lib/api/account-numbers'
import type { WriteName } from '@/lib/api/intents'
import type { WriteInput } from '@/lib/browser/intents'
import { curlOf } from './curl'

/** The body as it will leave. On screen account numbers show their last four until asked for; what is copied is whole. */
export function AsJson({ operation, input }: { operation: WriteName; input: WriteInput }) {
  const [isWhole, setWhole] = useState(false)
  const whole = JSON.stringify(input.body)
  const cut = JSON.stringify(withoutAccountNumbers(input.body))
  return (
    <section aria-label="As JSON">
      <div className="mb-2 flex items-center justify-between">
        <h2>As JSON</h2>
        <CopyButton text={whole} what="JSON" />
      </div>
      <JsonBox text={isWhole ? whole : cut} label="JSON" />
      <p className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
        <CopyAction isPlain text={curlOf(operation, input)} word="Copy as curl" />
        {cut !== whole && (
          <Button kind="plain" size="note" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
            Whole account numbers
          </Button>
        )}
      </p>
    </section>
  )
}
