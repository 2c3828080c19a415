'use client'
import { useEffect, useId, useRef, useState } from 'react'
import { pushAddress, ShallowLink, useAddress } from '@/components/ui/address'
import { Button, SegmentedControl, segmentClass } from '@/components/ui/button'
import { DayField } from '@/components/ui/day-field'
import { useFocusAfter } from '@/components/ui/focus'
import { hrefOf } from '@/lib/browser/list-url'
import { type Chosen, type Dates, dateErrors, type Preset, presets, withPeriod } from './period'

const names = Object.keys(presets) as Preset[]
const otherDates = 'dates'

type BarProps = {
  /** Undefined if the URL's cannot be read. */
  chosen?: Chosen
  /** What the form begins with. */
  dates: Dates
  path: string
}

/** Chooses the period of the figures, which the address keeps: a preset, or two dates. */
export function PeriodBar({ chosen, dates, path }: BarProps) {
  const { search } = useAddress()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLSelectElement>(null)
  useFocusAfter(isOpen, () => {
    // What else was chosen keeps the focus. Only one of both controls is displayed.
    if (document.activeElement?.closest('[aria-label="Period"]')) return undefined
    return opener.current?.offsetParent ? opener.current : menu.current
  })
  const hrefFor = (next: Chosen) => hrefOf(path, withPeriod(new URLSearchParams(search), next))
  const choose = (next: Chosen) => {
    setOpen(false)
    pushAddress(hrefFor(next))
  }
  const isDates = chosen?.dates !== undefined
  return (
    <>
      <span className="hidden sm:block">
        <SegmentedControl name="Period">
          {names.map((preset) => (
            <ShallowLink
              key={preset}
              href={hrefFor({ preset })}
              onMove={() => setOpen(false)}
              className={segmentClass(chosen?.preset === preset)}
              aria-current={chosen?.preset === preset ? 'true' : undefined}
            >
              {presets[preset]}
            </ShallowLink>
          ))}
          <button
            ref={opener}
            type="button"
            className={segmentClass(isDates || isOpen)}
            aria-current={isDates ? 'true' : undefined}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            Dates…
          </button>
        </SegmentedControl>
      </span>
      {/* Eight segments are wider than a phone. */}
      <select
        ref={menu}
        aria-label="Period"
        className="h-11 rounded-2 border border-control bg-surface px-2 text-lg sm:hidden print:hidden"
        value={isOpen || isDates ? otherDates : (chosen?.preset ?? '')}
        onChange={({ target }) =>
          target.value === otherDates ? setOpen(true) : choose({ preset: target.value as Preset })
        }
      >
        {!chosen && <option value="" disabled />}
        {names.map((preset) => (
          <option key={preset} value={preset}>
            {presets[preset]}
          </option>
        ))}
        <option value={otherDates}>Dates…</option>
      </select>
      {(isOpen || isDates) && (
        <DatesForm
          isOpen={isOpen}
          dates={dates}
          onChoose={(chosenDates) => choose({ dates: chosenDates })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

type FormProps = {
  /** On a phone the form also shows the dates that were chosen. */
  isOpen: boolean
  dates: Dates
  onChoose: (dates: Dates) => void
  onClose: () => void
}

/** Both days are part of the period. */
function DatesForm({ isOpen, dates, onChoose, onClose }: FormProps) {
  const id = useId()
  const [typed, setTyped] = useState(dates)
  const [shown, setShown] = useState(dates)
  if (shown.from !== dates.from || shown.to !== dates.to) {
    setShown(dates)
    setTyped(dates)
  }
  const [isSubmitted, setSubmitted] = useState(false)
  const errors = dateErrors(typed)
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-from`)?.focus()
  }, [isOpen, id])
  const submit = () => {
    setSubmitted(true)
    const wrong = errors.from ? 'from' : errors.to ? 'to' : undefined
    if (wrong) document.getElementById(`${id}-${wrong}`)?.focus()
    else onChoose(typed)
  }
  return (
    <form
      noValidate
      aria-label="Dates of the period"
      className={`mt-3 flex basis-full flex-wrap items-end gap-3 print:hidden ${isOpen ? '' : 'sm:hidden'}`}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {(['from', 'to'] as const).map((name) => (
        <DayField
          key={name}
          id={`${id}-${name}`}
          label={name === 'from' ? 'From' : 'To'}
          error={isSubmitted ? errors[name] : undefined}
          value={typed[name]}
          onChange={(day) => setTyped({ ...typed, [name]: day })}
        />
      ))}
      <Button type="submit" size="field">
        Show
      </Button>
    </form>
  )
}
