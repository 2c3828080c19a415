'use client'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button, SegmentedControl, segmentClass } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { useZone } from '@/components/ui/time'
import { isValidRange, lastInstantBefore, localZone } from '@/lib/browser/clock'
import { isSortedByOther } from '@/lib/browser/list-filters'
import { editableTime, type ParsedTime, parseTime, quickRangeNames, quickRanges } from '@/lib/browser/zoned-time'
import { boundWord, exactText } from './chips'
import type { TimeFilter } from './description'
import type { FormProps } from './filter-menu'
import { useKeptForm } from './kept-form'
import { SubmitRow } from './submit-row'

const noTime = 'Enter a time, like 2026-11-18 14:32.'

/** One end of the range: its name in the address, and what stands there as long as nobody has touched it. */
type End = { name: string; inForce: string; text: string; isTouched: boolean }

/** The part of a range that an address may say with another comparison than ours. */
function endOf(params: URLSearchParams, usual: string, other: string, zone: string): End {
  const name = !params.has(usual) && params.has(other) ? other : usual
  const inForce = params.get(name) ?? ''
  return { name, inForce, text: inForce && editableTime(inForce, zone), isTouched: false }
}

const meant = (end: End, zone: string, alone?: 'after' | 'last'): ParsedTime | undefined => {
  if (!end.isTouched) return end.inForce ? { kind: 'time', time: end.inForce } : undefined
  return end.text.trim() ? parseTime(end.text, zone, alone) : undefined
}
const timeOf = (reading: ParsedTime | undefined) => (reading?.kind === 'time' ? reading.time : undefined)

/** A range of time: a preset that becomes absolute when chosen, or two times as written or pasted, in a named zone. */
export function TimeForm({ filter, list, path, params, submitWords, onApply }: FormProps<TimeFilter>) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { names, from: fromName, to: toName } = filter.time
  const inForce = names.flatMap((name) => params.getAll(name).map((time) => `${name} ${time}`))
  const kept = useKeptForm(path, filter.name, inForce)
  const [draftFrom, draftTo, draftZone] = kept.draft ?? []
  const page = useZone()
  const here = localZone()
  const [zone, setZone] = useState(draftZone ?? page.zone)
  const drafted = (end: End, text: string | undefined) =>
    text === undefined || text === end.text ? end : { ...end, text, isTouched: true }
  const [from, setFrom] = useState(() =>
    drafted(endOf(params, fromName, fromName.replace(/\.gte$/, '.gt'), zone), draftFrom),
  )
  const [to, setTo] = useState(() => drafted(endOf(params, toName, toName.replace(/\.lt$/, '.lte'), zone), draftTo))
  // Bounds that the two fields do not hold stay in force until they are unticked.
  const others = names.filter((name) => params.has(name) && name !== from.name && name !== to.name)
  const [gone, setGone] = useState<readonly string[]>([])
  const [isTried, setTried] = useState(false)

  const hasEnd = filter.isEndIncluded || to.name.endsWith('.lte')
  const begin = meant(from, zone, from.name.endsWith('.gt') ? 'last' : undefined)
  const end = meant(to, zone, hasEnd ? 'last' : 'after')
  const range = { from: timeOf(begin), to: timeOf(end) }
  const isBackwards = !isValidRange(range, hasEnd && !from.name.endsWith('.gt'))
  const wrong = (reading: ParsedTime | undefined) =>
    !reading || reading.kind === 'time' ? undefined : reading.kind === 'none' ? noTime : reading.sentence
  const errors = { from: wrong(begin), to: wrong(end) ?? (isBackwards ? 'To must be later than From.' : undefined) }

  function change(next: { from?: End; to?: End; zone?: string }) {
    const all = { from, to, zone, ...next }
    setFrom(all.from)
    setTo(all.to)
    setZone(all.zone)
    const isOpen = all.from.isTouched || all.to.isTouched
    kept.hold(isOpen ? [all.from.text, all.to.text, all.zone] : undefined)
  }
  const inZone = (other: string) => {
    const said = (one: End) =>
      one.isTouched || !one.inForce ? one : { ...one, text: editableTime(one.inForce, other) }
    change({ from: said(from), to: said(to), zone: other })
  }
  function apply(parts: Record<string, string[]>) {
    kept.hold(undefined)
    onApply(parts)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (errors.from || errors.to) return document.getElementById(`${id}${errors.from ? 'from' : 'to'}`)?.focus()
    const staying = others.filter((name) => !gone.includes(name))
    apply({
      ...Object.fromEntries(staying.map((name) => [name, params.getAll(name)])),
      [from.name]: range.from ? [range.from] : [],
      [to.name]: range.to ? [range.to] : [],
    })
  }

  const field = (which: 'from' | 'to', one: End, reading: ParsedTime | undefined, hint: string) => {
    const unclear = reading?.kind === 'skipped' || reading?.kind === 'twice' ? reading : undefined
    const isElsewhere = zone !== 'UTC' || !/^[\d\s:.-]*$/.test(one.text)
    const time = timeOf(reading)
    return (
      <Field
        id={`${id}${which}`}
        label={which === 'from' ? (one.name.endsWith('.gt') ? 'After' : 'From') : 'To'}
        hint={hint}
        // An hour that clocks skip or repeat is told at once: whoever waits for Apply has lost the thought.
        error={isTried || unclear ? errors[which] : undefined}
        ways={unclear?.choices.map(({ word, text }) => (
          <Button
            key={word}
            size="note"
            onClick={() => {
              change({ [which]: { ...one, text, isTouched: true } })
              document.getElementById(`${id}${which}`)?.focus()
            }}
          >
            {word}
          </Button>
        ))}
        meaning={time && isElsewhere ? `${exactText(time, 'UTC')} UTC` : undefined}
        value={one.text}
        onChange={({ target }) => change({ [which]: { ...one, text: target.value, isTouched: true } })}
        autoComplete="off"
        end={<span className="text-sm text-ink-3">{zone}</span>}
      />
    )
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <div className="grid gap-3 px-2 pt-1 pb-3">
        <div className="grid grid-cols-2 gap-1.5">
          {quickRangeNames.map((name) => (
            <Button
              key={name}
              size="note"
              onClick={() => {
                const chosen = quickRanges[name](Date.now(), zone)
                apply({
                  [fromName]: [chosen.from],
                  [toName]: [filter.isEndIncluded ? lastInstantBefore(chosen.to) : chosen.to],
                })
              }}
            >
              {name}
            </Button>
          ))}
        </div>
        {here !== 'UTC' && (
          <div className="flex flex-wrap items-center gap-2 border-t border-hairline pt-3">
            <span>Zone</span>
            <SegmentedControl name="Zone of these times">
              {['UTC', here].map((name) => (
                <button
                  key={name}
                  type="button"
                  className={segmentClass(zone === name)}
                  aria-pressed={zone === name}
                  onClick={() => inZone(name)}
                >
                  {name}
                </button>
              ))}
            </SegmentedControl>
          </div>
        )}
        <div className={`grid gap-4 ${here === 'UTC' ? 'border-t border-hairline pt-3' : ''}`}>
          {field(
            'from',
            from,
            begin,
            from.name.endsWith('.gt') ? 'After (exclusive)' : 'Inclusive. For example 2026-11-18 14:32',
          )}
          {field(
            'to',
            to,
            end,
            hasEnd ? 'Inclusive. A date means end of day.' : 'Before (exclusive). A date includes the whole day.',
          )}
          {others.map((name) => (
            <label key={name} htmlFor={`${id}${name}`} className="flex min-h-6 items-center gap-2">
              <input
                id={`${id}${name}`}
                type="checkbox"
                className="check"
                checked={!gone.includes(name)}
                onChange={({ target }) =>
                  setGone(target.checked ? gone.filter((one) => one !== name) : [...gone, name])
                }
              />
              Also {boundWord(name, filter.isEndIncluded)}{' '}
              {params
                .getAll(name)
                .map((time) => exactText(time, zone))
                .join(' and ')}{' '}
              {zone}
            </label>
          ))}
        </div>
        {isSortedByOther(list.rules, filter.name, params) && (
          <p className="text-sm text-ink-2">
            The list will be sorted by {filter.word.toLowerCase()}: the provider sorts by the filtered time.
          </p>
        )}
      </div>
      <SubmitRow>
        <Button type="submit" kind="primary">
          {submitWords}
        </Button>
        {(from.text || to.text) && (
          <Button
            kind="plain"
            onClick={() =>
              change({ from: { ...from, text: '', isTouched: true }, to: { ...to, text: '', isTouched: true } })
            }
          >
            Clear
          </Button>
        )}
      </SubmitRow>
    </form>
  )
}
