'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { describedBy, FieldPrefix, FieldSuffix } from '@/components/ui/field'
import { announce, useRestoredFocus } from '@/components/ui/focus'
import type { Preset } from '@/lib/api/intents'
import { presetsQuery } from '@/lib/browser/intents'
import { Disclosure, SaveField, summaryClass, TextField, usePresetChanges } from './fields'
import { useFormFacts, useMessages } from './form-context'
import { useFormStore, useFormValue } from './form-store'
import {
  applyTemplate,
  countCharacters,
  maxCharacters,
  maxPairs,
  metadataText,
  type Pair,
  toMetadata,
  toPairs,
} from './form-values'

const name = 'metadata'
type WithMetadata = { metadata: Pair[] }
const parts = [
  ['key', 'Key'],
  ['value', 'Value'],
] as const

/** Up to six pairs of metadata, which can be saved as a template and filled in from one. */
export function MetadataField({ hint }: { hint?: string }) {
  const { values, set } = useFormStore<WithMetadata>()
  const pairs = useFormValue(({ metadata }: WithMetadata) => metadata)
  const replace = (next: readonly Pair[]) => set(name, next)
  const frame = { id: name, label: 'Metadata', hint, ...useMessages(name) }
  const paths = pairs.map((_, at) => `${name}.${at}`)
  const isFull = pairs.length >= maxPairs

  function removePair(at: number) {
    replace(values().metadata.filter((_, index) => index !== at))
    // The focused button is gone; without this the focus falls back to the body.
    requestAnimationFrame(() => document.getElementById(`${name}-add`)?.focus())
  }

  return (
    <Disclosure title="Metadata" names={[name]}>
      <fieldset
        id={name}
        tabIndex={-1}
        aria-label="Metadata"
        aria-describedby={describedBy(frame)}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 outline-none"
      >
        <p className="text-ink-3">
          {pairs.length} of {maxPairs} pairs
        </p>
        <FieldPrefix {...frame} />
        {paths.map((path, at) => (
          <div
            key={path}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
          >
            {parts.map(([part, label]) => (
              <TextField
                key={part}
                name={`${path}.${part}`}
                label={`${label} ${at + 1}`}
                isLabelHidden
                placeholder={label}
                end={<CharacterCount text={pairs[at]?.[part] ?? ''} />}
              />
            ))}
            <Button
              kind="plain"
              size="icon"
              className="col-start-2 row-start-1 mb-0.5 sm:col-start-auto sm:row-start-auto sm:mb-[3px]"
              aria-label={`Remove pair ${at + 1}`}
              onClick={() => removePair(at)}
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
            onClick={() => isFull || replace([...values().metadata, { key: '', value: '' }])}
          >
            <Plus />
            {isFull ? `Maximum of ${maxPairs} pairs` : 'Add a pair'}
          </Button>
        </p>
        <FieldSuffix {...frame} />
        <MetadataTemplates pairs={pairs} replace={replace} />
      </fieldset>
    </Disclosure>
  )
}

/** Screen readers hear the limit and any excess; a running count would be read after every key. */
function CharacterCount({ text }: { text: string }) {
  const characters = countCharacters(text)
  const excess = characters - maxCharacters
  return (
    <span className={`whitespace-nowrap text-sm ${excess > 0 ? 'text-bad' : 'text-ink-3'}`}>
      <span aria-hidden>
        {characters} / {maxCharacters}
      </span>
      <span className="sr-only">
        at most {maxCharacters} characters{excess > 0 && `, ${excess} too many`}
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

type MetadataTemplatesProps = { pairs: readonly Pair[]; replace: (pairs: readonly Pair[]) => void }

/** Named sets of pairs that everyone in the environment shares. */
function MetadataTemplates({ pairs, replace }: MetadataTemplatesProps) {
  const { environment } = useFormFacts()
  const { savePreset, deletePreset } = usePresetChanges('metadata-template')
  const read = useQuery({ ...presetsQuery(environment, 'metadata-template'), retry: false, staleTime: 60_000 })
  const [result, setResult] = useState('')
  const templates = read.data ?? []
  const focus = useRestoredFocus<HTMLDetailsElement>(templates.map(({ key }) => key).join('\n'), 'summary')

  function showResult(text: string) {
    setResult(text)
    announce(text)
  }

  function fillFrom(template: Preset) {
    const filled = applyTemplate(pairsIn(template), pairs)
    if ('tooMany' in filled)
      return showResult(
        `Template ${template.key} doesn't fit: ${filled.tooMany} too many, the maximum is ${maxPairs} pairs.`,
      )
    replace(filled.pairs)
    const kept = filled.kept.length > 0 ? ` Your values were kept: ${filled.kept.join(', ')}.` : ''
    showResult(`Template ${template.key} filled in.${kept}`)
  }

  async function save(name: string) {
    const metadata = toMetadata(pairs)
    if (name === '') return 'Enter a name for the template.'
    if (!metadata) return 'Enter at least one pair to save.'
    const problem = await savePreset(name, JSON.stringify(metadata))
    if (!problem) announce('Template saved')
    return problem
  }

  async function deleteTemplate(key: string) {
    showResult((await deletePreset(key)) ?? `Template ${key} deleted.`)
  }

  return (
    <details {...focus}>
      <summary className={summaryClass}>Templates{templates.length > 0 && ` (${templates.length})`}</summary>
      <div className="mt-2 grid gap-3 border-l border-hairline-strong pl-4">
        {read.isError && <p className="text-ink-2">Templates couldn't be loaded.</p>}
        <ul className="empty:hidden">
          {templates.map((template) => (
            <Template
              key={template.key}
              template={template}
              onUse={() => fillFrom(template)}
              onDelete={() => void deleteTemplate(template.key)}
            />
          ))}
        </ul>
        {result && <p className="text-ink-2">{result}</p>}
        <SaveField
          label="Save these pairs as a template"
          hint="Everyone in this environment can use it. Saving under the same name replaces it."
          action="Save template"
          placeholder="Name"
          onSave={save}
        />
      </div>
    </details>
  )
}

type TemplateProps = { template: Preset; onUse: () => void; onDelete: () => void }

/** Deleting needs a second press, because it affects everyone. */
function Template({ template, onUse, onDelete }: TemplateProps) {
  const [isConfirming, setConfirming] = useState(false)
  const focus = useRestoredFocus<HTMLLIElement>(String(isConfirming), 'button:last-of-type')
  return (
    <li {...focus} className="flex min-h-8 flex-wrap items-center gap-2 border-b border-hairline py-1">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {template.key} <span className="text-ink-3">{metadataText(pairsIn(template))}</span>
      </span>
      {isConfirming ? (
        <>
          <span>Delete for everyone?</span>
          <Button
            kind="danger"
            size="small"
            autoFocus
            onClick={() => {
              setConfirming(false)
              onDelete()
            }}
          >
            Delete
          </Button>
          <Button size="small" onClick={() => setConfirming(false)}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <Button size="small" aria-label={`Use template ${template.key}`} onClick={onUse}>
            Use
          </Button>
          <Button
            kind="plain"
            size="small"
            aria-label={`Delete template ${template.key}`}
            onClick={() => setConfirming(true)}
          >
            Delete
          </Button>
        </>
      )}
    </li>
  )
}
