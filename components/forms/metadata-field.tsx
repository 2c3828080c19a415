'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { describedBy, Field, FieldPrefix, FieldSuffix } from '@/components/ui/field'
import { announce, useKeptFocus } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import type { Preset } from '@/lib/api/intents'
import { deletePreset, presetsQuery, savePreset, writeErrorText } from '@/lib/browser/intents'
import { TextField } from './fields'
import { useFormFacts, useNotes } from './form-context'
import { applyTemplate, countCharacters, maxCharacters, maxPairs, type Pair, toMetadata, toPairs } from './form-values'

const emptyPair: Pair = { key: '', value: '' }

/** Up to six pairs of metadata, with how long each is; pairs can be kept as a template and taken from one. */
export function MetadataField({ name = 'metadata' }: { name?: string }) {
  const { fields, append, remove, replace } = useFieldArray<Record<string, Pair[]>>({ name })
  const pairs = useWatch<Record<string, Pair[]>>({ name }) ?? []
  const frame = { id: name, label: 'Metadata', ...useNotes(name) }
  const isFull = fields.length >= maxPairs

  function drop(at: number) {
    remove(at)
    // The keyboard must not fall out of the page with the button that it was on.
    requestAnimationFrame(() => document.getElementById(`${name}-add`)?.focus())
  }

  /** Takes a template. @returns what came of it, in words */
  function take(template: string, offered: readonly Pair[]): string {
    const taken = applyTemplate(offered, pairs)
    if ('tooMany' in taken)
      return `Template ${template} was not filled in: there was no room for ${taken.tooMany} of its pairs, six are the most.`
    replace(taken.pairs)
    const { kept } = taken
    return `Template ${template} filled in.${kept.length > 0 ? ` What was typed stays: ${kept.join(', ')}.` : ''}`
  }

  return (
    <fieldset
      id={name}
      tabIndex={-1}
      aria-labelledby={`${name}-label`}
      aria-describedby={describedBy(frame)}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 outline-none"
    >
      <p id={`${name}-label`} className="text-md font-label">
        Metadata{' '}
        <span className="font-text text-ink-3">
          {fields.length} of {maxPairs} pairs
        </span>
      </p>
      <FieldPrefix {...frame} />
      {fields.map(({ id }, at) => (
        <div
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2 max-sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <TextField
            name={`${name}.${at}.key`}
            label={`Key ${at + 1}`}
            isLabelHidden
            placeholder="Key"
            end={<Count text={pairs[at]?.key ?? ''} />}
          />
          <TextField
            name={`${name}.${at}.value`}
            label={`Value ${at + 1}`}
            isLabelHidden
            placeholder="Value"
            end={<Count text={pairs[at]?.value ?? ''} />}
          />
          <Button
            kind="plain"
            size="icon"
            className="mb-[3px] max-sm:col-start-2 max-sm:row-start-1 max-sm:mb-0.5"
            aria-label={`Remove pair ${at + 1}`}
            onClick={() => drop(at)}
          >
            <X />
          </Button>
        </div>
      ))}
      <p className="-ml-2">
        <Button
          id={`${name}-add`}
          kind={isFull ? 'off' : 'plain'}
          className={isFull ? 'ml-2' : ''}
          aria-disabled={isFull || undefined}
          onClick={() => isFull || append(emptyPair)}
        >
          <Plus />
          {isFull ? 'Six pairs are the most that the service takes' : 'Add a pair'}
        </Button>
      </p>
      <FieldSuffix {...frame} />
      <MetadataTemplates pairs={pairs} onUse={take} />
    </fieldset>
  )
}

/** A screen reader would say a count anew with every key: it is told the limit, and by how much that is passed. */
function Count({ text }: { text: string }) {
  const characters = countCharacters(text)
  const over = characters - maxCharacters
  return (
    <span className={`whitespace-nowrap text-sm ${over > 0 ? 'text-bad' : 'text-ink-3'}`}>
      <span aria-hidden>
        {characters} / {maxCharacters}
      </span>
      <span className="sr-only">
        at most {maxCharacters} characters{over > 0 && `, ${over} too many`}
      </span>
    </span>
  )
}

function pairsIn({ value }: Preset): Pair[] {
  try {
    return toPairs(JSON.parse(value))
  } catch {
    return []
  }
}

type MetadataTemplatesProps = {
  pairs: readonly Pair[]
  /** @returns what came of it, in words */
  onUse: (name: string, pairs: Pair[]) => string
}

/** Pairs that people here keep under a name: taken, kept, deleted. */
export function MetadataTemplates({ pairs, onUse }: MetadataTemplatesProps) {
  const { environment } = useFormFacts()
  const queries = useQueryClient()
  const read = useQuery({ ...presetsQuery(environment, 'metadata-template'), retry: false, staleTime: 60_000 })
  const field = useId()
  const [name, setName] = useState('')
  const [error, setError] = useState<string | undefined>()
  /** What came of the last press in the list. */
  const [said, setSaid] = useState('')
  const templates = read.data ?? []
  const focus = useKeptFocus<HTMLDetailsElement>(templates.map(({ key }) => key).join('\n'), 'summary')

  function say(words: string) {
    setSaid(words)
    announce(words)
  }

  /** @returns why it did not come to be; undefined where it did */
  async function change(act: () => Promise<Preset[]>): Promise<string | undefined> {
    try {
      queries.setQueryData(presetsQuery(environment, 'metadata-template').queryKey, await act())
      return undefined
    } catch (thrown) {
      const problem = asProblem(thrown instanceof Error ? thrown : new Error(String(thrown)))
      return problem ? writeErrorText(problem) : 'It is not known whether that was done.'
    }
  }

  async function save() {
    const key = name.trim()
    const metadata = toMetadata(pairs)
    if (key === '') return setError('Enter a name for the template.')
    if (!metadata) return setError('Fill in a pair first: a template holds the pairs above.')
    const value = JSON.stringify(metadata)
    const problem = await change(() => savePreset(environment, 'metadata-template', { key, value }))
    setError(problem)
    if (problem) return
    announce('Template kept')
    setName('')
  }

  async function drop(key: string) {
    const problem = await change(() => deletePreset(environment, 'metadata-template', key))
    say(problem ?? `Template ${key} deleted.`)
  }

  return (
    <details {...focus}>
      <summary className="inline-flex min-h-6 list-none items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current max-sm:min-h-10 [&::-webkit-details-marker]:hidden">
        Templates{templates.length > 0 && ` (${templates.length})`}
      </summary>
      <div className="mt-2 grid gap-3 border-l border-hairline-strong pl-4">
        {read.isError && <p className="text-ink-2">Templates could not be read.</p>}
        {templates.length > 0 && (
          <ul>
            {templates.map((template) => (
              <Template
                key={template.key}
                template={template}
                onUse={() => say(onUse(template.key, pairsIn(template)))}
                onDelete={() => void drop(template.key)}
              />
            ))}
          </ul>
        )}
        {said && <p className="text-ink-2">{said}</p>}
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-1">
            <Field
              id={field}
              label="Keep the pairs above as a template"
              hint="Everybody here can use it. The same name replaces it."
              error={error}
              placeholder="Name"
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // It stands inside the form, which Enter would send.
                event.preventDefault()
                void save()
              }}
            />
          </div>
          <Button className="min-h-9! max-sm:min-h-11!" onClick={save}>
            Keep template
          </Button>
        </div>
      </div>
    </details>
  )
}

type TemplateProps = { template: Preset; onUse: () => void; onDelete: () => void }

/** One template; deleting it is asked for twice, because it goes for everybody. */
function Template({ template, onUse, onDelete }: TemplateProps) {
  const [isDoomed, setDoomed] = useState(false)
  const focus = useKeptFocus<HTMLLIElement>(String(isDoomed), 'button:last-of-type')
  return (
    <li {...focus} className="flex min-h-8 flex-wrap items-center gap-2 border-b border-hairline py-1">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {template.key}{' '}
        <span className="text-ink-3">
          {pairsIn(template)
            .map((pair) => `${pair.key} ${pair.value}`)
            .join(', ')}
        </span>
      </span>
      {isDoomed ? (
        <>
          <span>Delete it for everybody?</span>
          <Button
            size="note"
            className="border-bad! text-bad!"
            autoFocus
            onClick={() => {
              setDoomed(false)
              onDelete()
            }}
          >
            Delete
          </Button>
          <Button size="note" onClick={() => setDoomed(false)}>
            Keep
          </Button>
        </>
      ) : (
        <>
          <Button size="note" aria-label={`Use template ${template.key}`} onClick={onUse}>
            Use
          </Button>
          <Button
            kind="plain"
            size="note"
            aria-label={`Delete template ${template.key}`}
            onClick={() => setDoomed(true)}
          >
            Delete
          </Button>
        </>
      )}
    </li>
  )
}
