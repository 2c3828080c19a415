'use client'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox, Field } from '@/components/ui/field'
import { useZone } from '@/components/ui/time'
import { ToggleGroup } from '@/components/ui/toggle-group'
import { isRelativeRange, type RelativeRange, relativeRange, relativeRanges } from '@/lib/api/relative-times'
import { isValidRange, localZone } from '@/lib/browser/clock'
import { nowBy } from '@/lib/browser/clocks'
import { capitalized } from '@/lib/browser/labels'
import { isSortedByOther } from '@/lib/browser/set-filters'
import { editableTime, type ParsedTime, parseTime } from '@/lib/browser/zoned-time'
import { lastInstantBefore } from '@/lib/domain/wall-clock'
import { timeParams } from '@/lib/provider/list-rules'
import { boundLabel, exactText, relativeText } from './chips'
import type { TimeFilter } from './description'
import { FilterForm, type FilterValues, type FormProps, useFilterDraft } from './filter-form'

const invalidTime = 'Enter a time, like 2026-11-18 14:32.'

/** One end of the range: its parameter, the applied time, and the text of its field. */
type Bound = { name: string; applied: string; text: string; isTouched: boolean }

/** A URL may write a bound with `other`, the comparison that the form does not use itself. */
function boundOf(params: URLSearchParams, usual: string, other: string, zone: string, draft?: string): Bound {
  const name = !params.has(usual) && params.has(other) ? other : usual
  const applied = params.get(name) ?? ''
  const text = applied && editableTime(applied, zone)
  return { name, applied, text: draft ?? text, isTouched: draft !== undefined && draft !== text }
}

function parseBound(bound: Bound, zone: string, dateMeans?: 'after' | 'last'): ParsedTime | undefined {
  if (!bound.isTouched) return bound.applied ? { kind: 'time', time: bound.applied } : undefined
  return bound.text.trim() ? parseTime(bound.text, zone, dateMeans) : undefined
}
const emptied = (bound: Bound): Bound => ({ ...bound, text: '', isTouched: true })
const timeOf = (parsed: ParsedTime | undefined) => (parsed?.kind === 'time' ? parsed.time : undefined)
const errorOf = (parsed: ParsedTime | undefined) =>
  !parsed || parsed.kind === 'time' ? undefined : parsed.kind === 'none' ? invalidTime : parsed.sentence

/**
 * The URL with times in place of a relative range, so that the fields show what it means now.
 * @returns the range too, if the list is filtered by one
 */
function readRelative({ time, isEndInclusive }: TimeFilter, params: URLSearchParams, zone: string) {
  const range = params.get(time.relative ?? '')
  if (range === null || !isRelativeRange(range)) return { params }
  const { from, to } = relativeRange(range, { now: nowBy('provider'), zone })
  const absolute = new URLSearchParams(params)
  absolute.set(time.from, from)
  absolute.set(time.to, isEndInclusive ? lastInstantBefore(to) : to)
  return { range, params: absolute }
}

/** A range of time: one relative to now, which stays so, or two times in a named zone. */
export function TimeForm({ filter, filters, path, params: written, submitLabel, onApply }: FormProps<TimeFilter>) {
  const id = useId()
  const { names, from: fromName, to: toName } = filter.time
  const draft = useFilterDraft(
    path,
    filter.name,
    timeParams(filter.time).flatMap((name) => written.getAll(name).map((time) => `${name} ${time}`)),
  )
  const [draftFrom, draftTo, draftZone] = draft.draft ?? []
  const pageZone = useZone().zone
  const local = localZone()
  const [{ range: relative, params }] = useState(() => readRelative(filter, written, pageZone))
  const [range, setRange] = useState(() => {
    const zone = draftZone ?? pageZone
    return {
      zone,
      from: boundOf(params, fromName, fromName.replace(/\.gte$/, '.gt'), zone, draftFrom),
      to: boundOf(params, toName, toName.replace(/\.lt$/, '.lte'), zone, draftTo),
    }
  })
  const { zone, from, to } = range
  // Bounds without a field stay applied until they are unticked.
  const others = names.filter((name) => params.has(name) && name !== from.name && name !== to.name)
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const [isSubmitted, setSubmitted] = useState(false)

  const isStartExclusive = from.name.endsWith('.gt')
  const isEndInclusive = filter.isEndInclusive || to.name.endsWith('.lte')
  const begin = parseBound(from, zone, isStartExclusive ? 'last' : undefined)
  const end = parseBound(to, zone, isEndInclusive ? 'last' : 'after')
  const times = { from: timeOf(begin), to: timeOf(end) }
  const isBackwards = !isValidRange(times, isEndInclusive && !isStartExclusive)
  const errors = { from: errorOf(begin), to: errorOf(end) ?? (isBackwards ? 'To must be later than From.' : undefined) }

  function change(changes: Partial<typeof range>) {
    const next = { ...range, ...changes }
    setRange(next)
    draft.change(next.from.isTouched || next.to.isTouched ? [next.from.text, next.to.text, next.zone] : undefined)
  }
  function changeZone(next: string) {
    const inZone = (bound: Bound) =>
      bound.isTouched || !bound.applied ? bound : { ...bound, text: editableTime(bound.applied, next) }
    change({ from: inZone(from), to: inZone(to), zone: next })
  }
  function apply(values: FilterValues) {
    draft.change()
    onApply(values)
  }
  function applyRelative(range: RelativeRange) {
    apply({ [filter.time.relative ?? '']: [range] })
  }
  function submit() {
    setSubmitted(true)
    if (relative && !from.isTouched && !to.isTouched) return applyRelative(relative)
    if (errors.from || errors.to) return document.getElementById(`${id}${errors.from ? 'from' : 'to'}`)?.focus()
    const kept = others.filter((name) => !unticked.includes(name))
    apply({
      ...Object.fromEntries(kept.map((name) => [name, params.getAll(name)])),
      [from.name]: times.from ? [times.from] : [],
      [to.name]: times.to ? [times.to] : [],
    })
  }

  const field = (which: 'from' | 'to', label: string, bound: Bound, parsed: ParsedTime | undefined, hint: string) => {
    const ambiguous = parsed?.kind === 'skipped' || parsed?.kind === 'twice' ? parsed : undefined
    const time = timeOf(parsed)
    const isOtherZone = zone !== 'UTC' || !/^[\d\s:.-]*$/.test(bound.text)
    const changeText = (text: string) => change({ [which]: { ...bound, text, isTouched: true } })
    return (
      <Field
        id={`${id}${which}`}
        label={label}
        hint={hint}
        // A skipped or repeated hour is reported at once, while the person still thinks of it.
        error={isSubmitted || ambiguous ? errors[which] : undefined}
        fixes={ambiguous?.choices.map(({ label: choice, text }) => (
          <Button
            key={choice}
            size="small"
            onClick={() => {
              changeText(text)
              document.getElementById(`${id}${which}`)?.focus()
            }}
          >
            {choice}
          </Button>
        ))}
        meaning={time && isOtherZone ? `${exactText(time, 'UTC')} UTC` : undefined}
        value={bound.text}
        onChange={({ target }) => changeText(target.value)}
        autoComplete="off"
        end={<span className="text-sm text-ink-3">{zone}</span>}
      />
    )
  }

  return (
    <FilterForm
      submitLabel={submitLabel}
      onSubmit={submit}
      onClear={from.text || to.text ? () => change({ from: emptied(from), to: emptied(to) }) : undefined}
    >
      <div className="grid gap-3 px-2 pt-1 pb-3">
        <div className="grid grid-cols-2 gap-1.5">
          {relativeRanges.map((name) => (
            <Button
              key={name}
              size="small"
              isPressed={name === relative}
              aria-pressed={name === relative}
              onClick={() => applyRelative(name)}
            >
              {capitalized(relativeText(name))}
            </Button>
          ))}
        </div>
        <p className="text-sm text-ink-3">
          {relative
            ? 'Moves with the date. Change From or To for a fixed range.'
            : `These move with the date, in ${pageZone}.`}
        </p>
        {local !== 'UTC' && (
          <div className="flex flex-wrap items-center gap-2 border-t border-hairline pt-3">
            <span>Zone</span>
            <ToggleGroup
              label="Time zone"
              options={['UTC', local].map((name) => [name, name] as const)}
              value={zone}
              onChange={changeZone}
            />
          </div>
        )}
        <div className={`grid gap-4 ${local === 'UTC' ? 'border-t border-hairline pt-3' : ''}`}>
          {isStartExclusive
            ? field('from', 'After', from, begin, 'After (exclusive)')
            : field('from', 'From', from, begin, 'Inclusive. For example 2026-11-18 14:32')}
          {isEndInclusive
            ? field('to', 'To', to, end, 'Inclusive. A date means end of day.')
            : field('to', 'To', to, end, 'Before (exclusive). A date includes the whole day.')}
          {others.map((name) => (
            <label key={name} htmlFor={`${id}${name}`} className="flex min-h-6 items-center gap-2">
              <Checkbox
                id={`${id}${name}`}
                checked={!unticked.includes(name)}
                onChange={({ target }) =>
                  setUnticked(target.checked ? unticked.filter((one) => one !== name) : [...unticked, name])
                }
              />
              {`Also ${boundLabel(name)} ${params
                .getAll(name)
                .map((time) => exactText(time, zone))
                .join(' and ')} ${zone}`}
            </label>
          ))}
        </div>
        {isSortedByOther(filters.rules, filter.name, written) && (
          <p className="text-sm text-ink-2">The list will be sorted by {filter.label.toLowerCase()}.</p>
        )}
      </div>
    </FilterForm>
  )
}
