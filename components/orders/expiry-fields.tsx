'use client'
import { useEffect } from 'react'
import { FieldRow, TextField } from '@/components/forms/fields'
import { useFormFacts } from '@/components/forms/form-context'
import { focusField } from '@/components/forms/form-error-summary'
import { useFormStore } from '@/components/forms/form-store'
import { Button } from '@/components/ui/button'
import { DayPicker } from '@/components/ui/day-field'
import { useNow } from '@/components/ui/time'
import { durationText, localZone, momentText } from '@/lib/browser/clock'
import { nowBy } from '@/lib/browser/clocks'
import type { OrderValues } from './order-values'
import { expiryAt, expiryMillis, minExpirySeconds, readExpiry } from './order-values'

const hour = 3_600_000
const shortcuts = [
  { label: 'In 1 hour', millis: hour },
  { label: 'In 24 hours', millis: 24 * hour },
  { label: 'In 7 days', millis: 168 * hour },
]

const expiryMeaning = 'expiry-meaning'

/** The expiry of a GTT order, in the zone in which the person reads times. */
export function ExpiryFields({ values }: { values: OrderValues }) {
  const { set } = useFormStore()
  const { zone } = useFormFacts()
  const { expiry_day, expiry_time, expiry_zone } = values
  const reading = readExpiry(values, zone)
  const at = expiryMillis(values, zone)
  const isEntered = expiry_day !== '' || expiry_time !== ''
  const otherZone = zone === 'UTC' ? localZone() : 'UTC'

  const setDay = (day: string) => set('expiry_day', day)
  const setTime = (time: string) => set('expiry_time', time)
  function setExpiry(millis: number) {
    const next = expiryAt(millis, zone)
    setDay(next.expiry_day)
    setTime(next.expiry_time)
    set('expiry_zone', next.expiry_zone)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new zone rewrites the same time
  useEffect(() => {
    if (!isEntered || expiry_zone === zone) return
    if (expiry_zone !== '' && at !== undefined) setExpiry(at)
    else set('expiry_zone', zone)
  }, [zone, isEntered, expiry_zone])

  return (
    <div>
      <FieldRow>
        <TextField
          name="expiry_day"
          label="Expires on"
          placeholder="2026-11-20"
          describedById={expiryMeaning}
          action={<DayPicker day={expiry_day} onPick={setDay} />}
        />
        <TextField
          name="expiry_time"
          label="At"
          placeholder="17:00:00"
          describedById={expiryMeaning}
          end={<span className="whitespace-nowrap text-ink-3">{zone}</span>}
          fixes={
            'choices' in reading &&
            reading.choices.map(({ label, text }) => (
              <Button
                key={label}
                size="small"
                onClick={() => {
                  setDay(text.slice(0, 10))
                  setTime(text.slice(11))
                  // The button disappears.
                  focusField('expiry_time')
                }}
              >
                {label}
              </Button>
            ))
          }
        />
      </FieldRow>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {shortcuts.map(({ label, millis }) => (
          <Button
            key={label}
            size="small"
            onClick={() => setExpiry(Math.floor((nowBy('provider') + millis) / 1000) * 1000)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-3">
        {/* Describes both fields, so it leaves out what changes every second. */}
        <span id={expiryMeaning}>
          {'sentence' in reading && reading.sentence}
          {at !== undefined &&
            otherZone !== zone &&
            `${momentText(at, undefined, otherZone)} ${otherZone === 'UTC' ? 'UTC' : `in ${otherZone}`}.`}
        </span>{' '}
        {at === undefined ? `At least ${minExpirySeconds} s ahead.` : <ExpiryDistance at={at} />}
      </p>
    </div>
  )
}

function ExpiryDistance({ at }: { at: number }) {
  const now = useNow(1000, 'provider')
  return at >= now ? `That is in ${durationText(at - now)}.` : `That was ${durationText(now - at)} ago.`
}
