'use client'
import { type FormEvent, useId, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { readDraft, saveDraft, savedDraft } from '@/lib/browser/filter-drafts'
import { distinctIds } from '@/lib/browser/identifiers'
import {
  type Batch,
  maximumPasted,
  type PastedIds,
  parsePastedIds,
  removeSecretKeys,
  splitIntoBatches,
} from '@/lib/browser/pasted-ids'
import type { IdFilter } from './description'
import type { FormProps } from './filter-menu'
import { useKeptForm } from './kept-form'
import { PartLinks } from './part-links'
import { isSame } from './pasted'
import { SubmitRow } from './submit-row'

/** `12 references, 2 duplicates and 7 other words left out`. */
export function countWords({ ids, doubles, words = 0 }: PastedIds, filter: IdFilter): string {
  const number = (count: number) => count.toLocaleString('en-US')
  const leftOut = [
    doubles > 0 && `${number(doubles)} ${doubles === 1 ? 'duplicate' : 'duplicates'}`,
    words > 0 && `${number(words)} other ${words === 1 ? 'word' : 'words'}`,
  ].filter(Boolean)
  const found = `${number(ids.length)} ${ids.length === 1 ? filter.one : filter.many}`
  return leftOut.length > 0 ? `${found}, ${leftOut.join(' and ')} left out` : found
}

const secretWords = (count: number) =>
  `${count === 1 ? 'A Stellar secret key was' : `${count} Stellar secret keys were`} removed from the text. Nothing was saved or sent. Anyone who has seen it can move its funds.`

/** What is wrong with the lines, the first few of them. */
function errorWords({ errors, ids }: PastedIds): string | undefined {
  if (ids.length > maximumPasted) return `Paste at most ${maximumPasted.toLocaleString('en-US')} at once.`
  if (errors.length === 0) return undefined
  const first = errors.slice(0, 3).map(({ line, message }) => `Line ${line}: ${message}`)
  return [...first, ...(errors.length > 3 ? [`And ${errors.length - 3} more.`] : [])].join(' ')
}

/** The text to begin with: what is in force, or the draft that was left, a pasted list with the part in force too. */
function useFirstText(filter: IdFilter, path: string, inForce: readonly string[], typed: string[] | undefined) {
  return useState(() => {
    const whole = distinctIds(inForce, filter.ids).join('\n')
    const [text, kind, split] = typed ?? readDraft(savedDraft(path, filter.name))?.values ?? []
    if (text === undefined) return { text: whole, isSplit: false }
    const isSplit = split === 'split'
    const parts = splitIntoBatches(parsePastedIds(text, filter.ids, { isSplit }).ids, filter.ids, filter.most)
    const isStill = typed || inForce.length === 0 || parts.some(({ values }) => isSame(values, inForce))
    return isStill && (typed || kind === 'parts') ? { text, isSplit } : { text: whole, isSplit: false }
  })[0]
}

/** Identifiers as they are pasted: read, counted, and split where they are more than the provider accepts at once. */
export function IdsForm({ filter, list, path, params, submitWords, isRefused, onApply, onClose }: FormProps<IdFilter>) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const inForce = params.getAll(filter.name)
  const kept = useKeptForm(path, filter.name, inForce)
  const first = useFirstText(filter, path, inForce, kept.draft)
  const [text, setText] = useState(first.text)
  const [isSplit, setSplit] = useState(first.isSplit)
  const [secrets, setSecrets] = useState(0)
  const [isTried, setTried] = useState(false)
  const whole = distinctIds(inForce, filter.ids)
  const known = whole.join('\n')
  const pasted = useMemo(
    () => parsePastedIds(text, filter.ids, { isSplit, known: known.split('\n') }),
    [text, filter, isSplit, known],
  )
  const parts = useMemo(() => splitIntoBatches(pasted.ids, filter.ids, filter.most), [pasted, filter])
  const isMany = parts.length > 1 && pasted.ids.length <= maximumPasted
  const error = errorWords(pasted)
  const choose = `Choose one of the ${parts.length} parts below.`

  function change(next: string, split = isSplit) {
    const safe = removeSecretKeys(next)
    if (safe.secrets > 0) announce(secretWords(safe.secrets))
    setSecrets(safe.secrets)
    setText(safe.text)
    setSplit(split)
    setTried(false)
    kept.hold(safe.text === known ? undefined : [safe.text, 'typed', split ? 'split' : ''])
  }

  function keepParts(part: Batch) {
    kept.release()
    // The parts that are not in force yet stay one click away.
    saveDraft(path, filter.name, { values: [text, 'parts', isSplit ? 'split' : ''], base: part.values })
  }

  function submit(event?: FormEvent) {
    event?.preventDefault()
    setTried(true)
    if (error) return form.current?.querySelector('textarea')?.focus()
    if (isMany) return form.current?.querySelector<HTMLElement>('[data-part]')?.focus()
    kept.release()
    saveDraft(path, filter.name, undefined)
    onApply({ [filter.name]: text === known ? inForce : (parts[0]?.values ?? []) })
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <div className="grid gap-2 px-2 pt-1 pb-3">
        <TextArea
          id={id}
          label={filter.most === 1 ? filter.word : `${filter.word}: one per line`}
          hint={filter.hint}
          error={
            (isTried && (error ?? (isMany ? choose : undefined))) || (secrets > 0 ? secretWords(secrets) : undefined)
          }
          className={`max-h-60 resize-y ${filter.ids === 'text' ? '' : 'font-mono text-sm'}`}
          rows={filter.most === 1 ? 2 : Math.min(10, Math.max(5, text.split('\n').length))}
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => change(target.value)}
          onPaste={({ clipboardData, currentTarget: { selectionStart, selectionEnd, value } }) => {
            const next = value.slice(0, selectionStart) + clipboardData.getData('text') + value.slice(selectionEnd)
            announce(countWords(parsePastedIds(removeSecretKeys(next).text, filter.ids, { isSplit }), filter))
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || filter.most === 1)) return
            event.preventDefault()
            submit()
          }}
          meaning={pasted.ids.length > 0 ? countWords(pasted, filter) : undefined}
        />
        {pasted.loose && (
          <Button size="note" className="justify-self-start" onClick={() => change(text, !isSplit)}>
            {isSplit
              ? `Read each line as one ${filter.one}`
              : `Also split at ${pasted.loose.at}: ${pasted.loose.count.toLocaleString('en-US')} ${filter.many}`}
          </Button>
        )}
        {isMany && (
          <div>
            <p>
              The provider accepts at most {filter.most} {filter.most === 1 ? filter.one : 'values'} at once
              {filter.ids === 'hash' ? ', and a hash may need two' : ''}. Choose a part of your list. The other parts
              are kept.
            </p>
            <PartLinks
              filter={filter}
              list={list}
              path={path}
              params={params}
              parts={parts}
              ids={pasted.ids}
              onMoved={(part) => {
                keepParts(part)
                onClose()
              }}
              onChosen={
                isRefused || error
                  ? (part) => {
                      if (error) return submit()
                      keepParts(part)
                      onApply({ [filter.name]: part.values })
                    }
                  : undefined
              }
            />
          </div>
        )}
      </div>
      <SubmitRow>
        {!isMany && (
          <Button type="submit" kind="primary">
            {submitWords}
          </Button>
        )}
        {text !== '' && (
          <Button
            kind="plain"
            onClick={() => {
              change('')
              form.current?.querySelector('textarea')?.focus()
            }}
          >
            Clear
          </Button>
        )}
      </SubmitRow>
    </form>
  )
}
