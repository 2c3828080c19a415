'use client'
import { Calendar } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { TextField } from '@/components/forms/fields'
import { FieldRow } from '@/components/forms/form-layout'
import { useFormFacts } from '@/components/forms/form-state'
import { Button } from '@/components/ui/button'
import { useNow } from '@/components/ui/now'
import { durationText, localZone, momentText } from '@/lib/browser/clock'
import { expiryAt, expiryOf, formNotice, readExpiry } from './expiry'
import type { OrderValues } from './order-values'

const hour = 3_600_000
const shortcuts = [
  { word: 'In 1 hour', millis: hour },
  { word: 'In 24 hours', millis: 24 * hour },
  { word: 'In 7 days', millis: 168 * hour },
]

/** The id of the line that says what day and time mean together. */
const saidOf = 'expiry-said'

/** Until when a GTT order waits: day and time in the zone that the person reads times in. */
export function ExpiryFields() {
  const { setValue, setFocus } = useFormContext<OrderValues>()
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
      <FieldRow>
        <TextField
          name="expiry_day"
          label="Expires on"
          placeholder="2026-11-20"
          also={saidOf}
          act={<DayPicker day={expiry_day} onPick={(day) => setValue('expiry_day', day, { shouldDirty: true })} />}
        />
        <TextField
          name="expiry_time"
          label="At"
          placeholder="17:00:00"
          also={saidOf}
          end={<span className="whitespace-nowrap text-ink-3">{zone}</span>}
          ways={
            choices.length > 0 &&
            choices.map(({ label, text }) => (
              <Button
                key={label}
                size="note"
                onClick={() => {
                  setValue('expiry_day', text.slice(0, 10), { shouldDirty: true })
                  setValue('expiry_time', text.slice(11), { shouldDirty: true })
                  // The button goes with its press.
                  setFocus('expiry_time')
                }}
              >
                {label}
              </Button>
            ))
          }
        />
      </FieldRow>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {shortcuts.map(({ word, millis }) => (
          <Button key={word} size="note" onClick={() => write(Math.floor((Date.now() + millis) / 1000) * 1000)}>
            {word}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-3">
        {/* Told with both fields, and so without what ticks. */}
        <span id={saidOf}>
          {'sentence' in reading && reading.sentence}
          {at !== undefined && <Meaning at={at} zone={zone} />}
        </span>{' '}
        {at !== undefined && <Distance at={at} />} At least {formNotice} s ahead: the provider wants more than 10 s when
        the order reaches it.
      </p>
    </div>
  )
}

/** The browser's own calendar beside the text, which takes more than a calendar has: "20 Nov 2026", a pasted time. */
function DayPicker({ day, onPick }: { day: string; onPick: (day: string) => void }) {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <span className="relative -mr-1 flex">
      <button
        type="button"
        className="inline-flex size-6 items-center justify-center rounded-1 text-ink-3 hover:bg-pressed hover:text-ink"
        aria-label="Choose the day in a calendar"
        onClick={() => calendar.current?.showPicker()}
      >
        <Calendar />
      </button>
      <input
        ref={calendar}
        type="date"
        aria-hidden
        tabIndex={-1}
        className="pointer-events-none absolute inset-0 opacity-0"
        value={/^\d{4}-\d{2}-\d{2}$/.test(day.trim()) ? day.trim() : ''}
        onChange={({ target }) => onPick(target.value)}
      />
    </span>
  )
}

/** The same moment in the other zone, and as it is sent. */
function Meaning({ at, zone }: { at: number; zone: string }) {
  const other = zone === 'UTC' ? localZone() : 'UTC'
  return (
    <>
      {other !== zone && `${momentText(at, undefined, other)} ${other === 'UTC' ? 'UTC' : `in ${other}`}. `}
      Sent as <span className="font-mono">{at}</span>.
    </>
  )
}

function Distance({ at }: { at: number }) {
  const now = useNow(1000)
  return at >= now ? `That is in ${durationText(at - now)}.` : `That was ${durationText(now - at)} ago.`
}
