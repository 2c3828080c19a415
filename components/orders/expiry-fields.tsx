'use client'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '@/components/forms/fields'
import { Pair } from '@/components/forms/form-layout'
import { useFormFacts } from '@/components/forms/form-state'
import { Button } from '@/components/ui/button'
import { useTicking } from '@/components/ui/ticking'
import { localZone, momentText } from '@/lib/browser/clock'
import { durationText } from '@/lib/browser/durations'
import { expiryAt, expiryOf, readExpiry } from './expiry'
import type { OrderValues } from './order-values'

const hour = 3_600_000
const shortcuts = [
  { word: 'In 1 hour', millis: hour },
  { word: 'In 24 hours', millis: 24 * hour },
  { word: 'In 7 days', millis: 168 * hour },
]

/** Until when a GTT order waits: day and time in the zone that the person reads times in. */
export function ExpiryFields() {
  const { setValue } = useFormContext<OrderValues>()
  const { zone } = useFormFacts()
  const [expiry_day, expiry_time, expiry_zone] = useWatch<OrderValues, ['expiry_day', 'expiry_time', 'expiry_zone']>({
    name: ['expiry_day', 'expiry_time', 'expiry_zone'],
  })
  const values = { expiry_day, expiry_time, expiry_zone }
  const reading = readExpiry(values, zone)
  const at = expiryOf(values, zone)?.at
  const isWritten = expiry_day !== '' || expiry_time !== ''

  function write(millis: number) {
    const next = expiryAt(millis, zone)
    for (const name of ['expiry_day', 'expiry_time', 'expiry_zone'] as const)
      setValue(name, next[name], { shouldDirty: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another zone writes the same moment anew
  useEffect(() => {
    if (!isWritten || expiry_zone === zone) return
    if (expiry_zone !== '' && at !== undefined) write(at)
    else setValue('expiry_zone', zone)
  }, [zone, isWritten, expiry_zone])

  const choices = reading.kind === 'skipped' || reading.kind === 'twice' ? reading.choices : []
  return (
    <div>
      <Pair>
        <TextField name="expiry_day" label="Expires on" placeholder="2026-11-20" />
        <TextField
          name="expiry_time"
          label="At"
          placeholder="17:00:00"
          end={<span className="whitespace-nowrap text-ink-3">{zone}</span>}
          ways={
            choices.length > 0 &&
            choices.map(({ word, text }) => (
              <Button
                key={word}
                size="note"
                onClick={() => {
                  setValue('expiry_day', text.slice(0, 10), { shouldDirty: true })
                  setValue('expiry_time', text.slice(11), { shouldDirty: true })
                }}
              >
                {word}
              </Button>
            ))
          }
        />
      </Pair>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {shortcuts.map(({ word, millis }) => (
          <Button key={word} size="note" onClick={() => write(Math.floor((Date.now() + millis) / 1000) * 1000)}>
            {word}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-3">
        {'sentence' in reading && `${reading.sentence} `}
        {at !== undefined && <Meaning at={at} zone={zone} />} Must be more than 10 s ahead when sent.
      </p>
    </div>
  )
}

/** The same moment in the other zone, from now, and as it is sent. */
function Meaning({ at, zone }: { at: number; zone: string }) {
  const now = useTicking(1000)
  const other = zone === 'UTC' ? localZone() : 'UTC'
  const distance = at >= now ? `in ${durationText(at - now)}` : `${durationText(now - at)} ago`
  const there =
    other === 'UTC' ? `${momentText(at, undefined, other)} UTC, ` : `${momentText(at, undefined, other)} in ${other}, `
  return (
    <>
      {other === zone ? '' : there}
      {distance}. Sent as <span className="font-mono">{at}</span>.
    </>
  )
}
