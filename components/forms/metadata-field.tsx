'use client'
import { Plus, X } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { describedBy, FieldPrefix, FieldSuffix } from '@/components/ui/field'
import { TextField } from './fields'
import { useNotes } from './form-state'
import { charactersOf, mostCharacters, mostPairs, type Pair, withTemplate } from './metadata-pairs'
import { MetadataTemplates } from './metadata-templates'

const emptyPair: Pair = { key: '', value: '' }

/** Up to six pairs of metadata, with how long each is; pairs can be kept as a template and taken from one. */
export function MetadataField({ name = 'metadata' }: { name?: string }) {
  const { fields, append, remove, replace } = useFieldArray<Record<string, Pair[]>>({ name })
  const pairs = useWatch<Record<string, Pair[]>>({ name }) ?? []
  const frame = { id: name, label: 'Metadata', ...useNotes(name) }
  const isFull = fields.length >= mostPairs

  function drop(at: number) {
    remove(at)
    // The keyboard must not fall out of the page with the button that it was on.
    requestAnimationFrame(() => document.getElementById(`${name}-add`)?.focus())
  }

  /** Takes a template. @returns what came of it, in words */
  function take(template: string, offered: readonly Pair[]): string {
    const taken = withTemplate(offered, pairs)
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
          {fields.length} of {mostPairs} pairs
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
  const characters = charactersOf(text)
  const over = characters - mostCharacters
  return (
    <span className={`whitespace-nowrap text-sm ${over > 0 ? 'text-bad' : 'text-ink-3'}`}>
      <span aria-hidden>
        {characters} / {mostCharacters}
      </span>
      <span className="sr-only">
        at most {mostCharacters} characters{over > 0 && `, ${over} too many`}
      </span>
    </span>
  )
}
