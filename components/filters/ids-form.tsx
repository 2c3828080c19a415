'use client'
import { ClipboardList } from 'lucide-react'
import { useId, useMemo, useRef, useState } from 'react'
import { ShallowLink } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { Note } from '@/components/ui/status'
import { distinctIds } from '@/lib/browser/equal-identifiers'
import { shorten } from '@/lib/browser/identifiers'
import { countText } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import { lookupTextError } from '@/lib/browser/lookup-text'
import { type Batch, maximumPasted, type PastedIds, parsePastedIds, splitIntoBatches } from '@/lib/browser/pasted-ids'
import { withFilter } from '@/lib/browser/set-filters'
import { removeSecretKeys } from '@/lib/domain/secret-keys'
import { askedParams } from '@/lib/provider/list-rules'
import { type FilterProps, type IdFilter, isSameValues } from './description'
import { type PastedList, pastedValues, readDraft, readPastedList, saveDraft, useAppliedLists } from './filter-drafts'
import { FilterForm, type FormProps, useFilterDraft } from './filter-form'

const formatCount = (count: number) => count.toLocaleString('en-US')

/** `12 references, 2 duplicates and 7 other words left out` */
export function pastedText({ ids, duplicates, otherWords = 0 }: PastedIds, { singular, plural }: IdFilter): string {
  const leftOut = [
    duplicates > 0 && countText(duplicates, 'duplicate'),
    otherWords > 0 && countText(otherWords, 'other word'),
  ].filter(Boolean)
  const found = countText(ids.length, singular, plural)
  return leftOut.length > 0 ? `${found}, ${leftOut.join(' and ')} left out` : found
}

const secretText = (count: number) =>
  `${count === 1 ? 'A Stellar secret key was' : `${count} Stellar secret keys were`} removed from the text. Nothing was saved or sent. Anyone who has seen it can move its funds.`
/** Why a text may not be applied. */
const refusals = {
  secret:
    'A private key, seed phrase or access token was removed from the text. Nothing was saved or sent. Anyone who has seen it can use it.',
  unchecked: 'The text could not be checked for secrets, so nothing was sent. Check the connection and try again.',
}
type Refusal = keyof typeof refusals

/** No secret is shorter. */
const shortestSecret = 16
/** Longer texts are checked when the person pauses. */
const longText = 20_000
const pauseMillis = 300

/** Loaded with the first text that could hold a secret: most visits paste none. */
const loadRecogniser = () => import('@/lib/api/pasted/pasted-identifiers')

/** What a text holds; of one that is too long nothing is read. */
const read: typeof parsePastedIds = (text, kind, options) =>
  lookupTextError(text) ? { ids: [], duplicates: 0, errors: [] } : parsePastedIds(text, kind, options)

/** The first errors of the lines. */
function errorText({ errors, ids }: PastedIds): string | undefined {
  if (ids.length > maximumPasted) return `Paste at most ${formatCount(maximumPasted)} at once.`
  if (errors.length === 0) return undefined
  const first = errors.slice(0, 3).map(({ line, message }) => `Line ${line}: ${message}`)
  return [...first, ...(errors.length > 3 ? [`And ${errors.length - 3} more.`] : [])].join(' ')
}

function batchesOf({ text, isSplit }: Pick<PastedList, 'text' | 'isSplit'>, { idKind, maximum }: IdFilter) {
  const { ids } = parsePastedIds(text, idKind, { isSplit })
  return { ids, batches: splitIntoBatches(ids, idKind, maximum) }
}

/** The initial text: the draft, the pasted list that has a batch applied, or the applied values. */
function initialList(filter: IdFilter, path: string, applied: readonly string[], draft?: string[]): PastedList {
  const plain = { text: distinctIds(applied, filter.idKind).join('\n'), isSplit: false, isApplied: false }
  const typed = readPastedList(draft)
  if (typed) return typed
  const saved = readPastedList(readDraft(path, filter.name)?.values)
  if (!saved?.isApplied) return plain
  const { batches } = batchesOf(saved, filter)
  return applied.length === 0 || batches.some(({ values }) => isSameValues(values, applied)) ? saved : plain
}

/** Identifiers, typed or pasted: parsed, counted, and split into batches if they exceed one request. */
export function IdsForm(props: FormProps<IdFilter>) {
  const { filter, filters, path, params, submitLabel, onApply, onClose } = props
  const { idKind, maximum, singular, plural } = filter
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const applied = params.getAll(filter.name)
  const draft = useFilterDraft(path, filter.name, applied)
  const [input, setInput] = useState(() => ({ ...initialList(filter, path, applied, draft.draft), secrets: 0 }))
  const { text, isSplit, secrets } = input
  const newest = useRef(input)
  const checking = useRef<Promise<Refusal | undefined>>(undefined)
  const [refused, setRefused] = useState<Refusal>()
  const [isSubmitted, setSubmitted] = useState(false)
  const appliedText = distinctIds(applied, idKind).join('\n')
  const pasted = useMemo(
    () => read(text, idKind, { isSplit, known: appliedText.split('\n') }),
    [text, idKind, isSplit, appliedText],
  )
  const batches = useMemo(() => splitIntoBatches(pasted.ids, idKind, maximum), [pasted, idKind, maximum])
  const hasBatches = batches.length > 1 && pasted.ids.length <= maximumPasted
  const error = lookupTextError(text) ?? errorText(pasted)
  const submitError = error ?? (hasBatches ? `Choose one of the ${batches.length} batches below.` : undefined)
  const focusText = () => form.current?.querySelector('textarea')?.focus()

  function change(next: string, split = isSplit) {
    const list = { ...removeSecretKeys(next), isSplit: split, isApplied: false }
    if (list.secrets > 0) announce(secretText(list.secrets))
    setInput(list)
    setSubmitted(false)
    setRefused(undefined)
    newest.current = list
    const check = keep(list)
    checking.current = check
    // A person who has seen what was removed may apply the rest.
    void check.then((reason) => {
      if (reason === 'secret' && checking.current === check) checking.current = undefined
    })
  }

  /** Keeps a text once it holds no secret. @returns why it may not be applied */
  async function keep(list: typeof input): Promise<Refusal | undefined> {
    if (list.text.length > longText) await new Promise((resolve) => setTimeout(resolve, pauseMillis))
    if (newest.current !== list) return undefined
    let reason: Refusal | undefined
    if (list.text.length >= shortestSecret)
      try {
        const { removeSecrets } = await loadRecogniser()
        if (newest.current !== list) return undefined
        const clean = await removeSecrets(list.text)
        if (newest.current !== list) return undefined
        if (clean.secrets > 0) {
          reason = 'secret'
          newest.current = { ...list, text: clean.text }
          setInput(newest.current)
          announce(refusals[reason])
        }
      } catch {
        return 'unchecked'
      }
    setRefused(reason)
    draft.change(newest.current.text === appliedText ? undefined : pastedValues(newest.current))
    return reason
  }

  function clear() {
    change('')
    focusText()
  }

  function keepList({ values }: Batch) {
    draft.release()
    saveDraft(path, filter.name, { values: pastedValues({ text, isSplit, isApplied: true }), base: values })
  }

  async function submit() {
    setSubmitted(true)
    if (error) return focusText()
    const reason = await checking.current
    if (reason) {
      setRefused(reason)
      // What could not be checked is checked again for the next try.
      if (reason === 'unchecked') checking.current = keep(newest.current)
      return focusText()
    }
    // Only what is drawn is applied: a text may have lost its secret since.
    if (newest.current !== input) return focusText()
    if (hasBatches) return form.current?.querySelector<HTMLElement>('[data-batch]')?.focus()
    draft.release()
    saveDraft(path, filter.name, undefined)
    onApply({ [filter.name]: text === appliedText ? applied : (batches[0]?.values ?? []) })
  }

  return (
    <FilterForm
      ref={form}
      submitLabel={hasBatches ? undefined : submitLabel}
      onSubmit={submit}
      onClear={text === '' ? undefined : clear}
    >
      <div className="grid gap-2 px-2 pt-1 pb-3">
        <TextArea
          id={id}
          label={maximum === 1 ? filter.label : `${filter.label}: one per line`}
          hint={filter.hint}
          error={
            (isSubmitted && submitError) ||
            lookupTextError(text) ||
            (secrets > 0 ? secretText(secrets) : refused && refusals[refused])
          }
          className={`max-h-60 resize-y ${idKind === 'text' ? '' : 'font-mono text-sm'}`}
          rows={maximum === 1 ? 2 : Math.min(10, Math.max(5, text.split('\n').length))}
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => change(target.value)}
          onPaste={({ clipboardData, currentTarget: { selectionStart, selectionEnd, value } }) => {
            const next = value.slice(0, selectionStart) + clipboardData.getData('text') + value.slice(selectionEnd)
            announce(pastedText(read(removeSecretKeys(next).text, idKind, { isSplit }), filter))
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || maximum === 1)) return
            event.preventDefault()
            submit()
          }}
          meaning={pasted.ids.length > 0 ? pastedText(pasted, filter) : undefined}
        />
        {pasted.splittable && (
          <Button size="small" className="justify-self-start" onClick={() => change(text, !isSplit)}>
            {isSplit
              ? `Read each line as one ${singular}`
              : `Also split at ${pasted.splittable.at}: ${formatCount(pasted.splittable.count)} ${plural}`}
          </Button>
        )}
        {hasBatches && (
          <div>
            <p>
              The provider accepts at most {maximum} {maximum === 1 ? singular : 'values'} at once
              {idKind === 'hash' ? ', and a hash may need two' : ''}. Choose a batch. The others are kept.
            </p>
            <BatchLinks
              filter={filter}
              filters={filters}
              path={path}
              params={params}
              batches={batches}
              ids={pasted.ids}
              onMoved={(batch) => {
                keepList(batch)
                onClose()
              }}
              onChosen={error ? submit : undefined}
            />
          </div>
        )}
      </div>
    </FilterForm>
  )
}

type BatchLinksProps = FilterProps & {
  filter: IdFilter
  batches: readonly Batch[]
  ids: readonly string[]
  onMoved?: (batch: Batch) => void
  /** Replaces the links by buttons, if the pasted list has an error. */
  onChosen?: () => void
}

/** The batches of a pasted list, each a link to the list; the applied one is marked. */
function BatchLinks({ filter, filters, path, params, batches, ids, onMoved, onChosen }: BatchLinksProps) {
  const applied = params.getAll(filter.name)
  return (
    <ul
      aria-label={`Batches of the ${filter.plural}`}
      className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto py-1.5"
    >
      {batches.map((batch) => {
        const { from, to, values } = batch
        const isApplied = isSameValues(values, applied)
        const label = from === to ? shorten(ids[from - 1] ?? '', 10) : `${from}–${to}`
        return (
          <li key={from}>
            {onChosen ? (
              <Button size="small" data-batch onClick={() => onChosen()}>
                {label}
              </Button>
            ) : (
              <ShallowLink
                data-batch
                className={`${buttonClass({ size: 'small', isPressed: isApplied })} tabular-nums`}
                aria-current={isApplied ? 'true' : undefined}
                href={hrefOf(path, withFilter(filters.rules, params, { [filter.name]: values }))}
                onMove={() => onMoved?.(batch)}
              >
                {label}
              </ShallowLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type AppliedListsProps = FilterProps & { onForgotten: () => void }

/** A note for each pasted list that exceeds one request and has a batch applied. */
export function AppliedLists({ filters, path, params: written, onForgotten }: AppliedListsProps) {
  const params = askedParams(filters.rules, written)
  return useAppliedLists(filters, path, params).map((applied) => (
    <AppliedListNote
      key={applied.filter.name}
      filters={filters}
      path={path}
      params={params}
      onForgotten={onForgotten}
      {...applied}
    />
  ))
}

type AppliedListProps = FilterProps & {
  filter: IdFilter
  list: PastedList
  /** After the note is gone: moves the focus. */
  onForgotten: () => void
}

/** Says which batch of a pasted list is applied, and links to the others. */
function AppliedListNote({ filter, list, filters, path, params, onForgotten }: AppliedListProps) {
  const { text, isSplit } = list
  const { ids, batches } = useMemo(() => batchesOf({ text, isSplit }, filter), [text, isSplit, filter])
  const current = batches.find(({ values }) => isSameValues(values, params.getAll(filter.name)))
  if (!current || batches.length < 2) return null
  const { from, to } = current
  return (
    <Note tone="off" icon={ClipboardList} className="mt-3 mb-2">
      <p>
        <b>
          {filter.label} {from === to ? from : `${from}–${to}`} of {formatCount(ids.length)} pasted.
        </b>{' '}
        The provider accepts at most {filter.maximum} at once. Choose another batch:
      </p>
      <BatchLinks filter={filter} filters={filters} path={path} params={params} batches={batches} ids={ids} />
      <Button
        size="small"
        kind="plain"
        className="-ml-2"
        onClick={() => {
          saveDraft(path, filter.name, undefined)
          onForgotten()
        }}
      >
        Discard the rest
      </Button>
    </Note>
  )
}
