'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { asProblem } from '@/components/ui/problem'
import type { BookEntry } from '@/lib/api/intents'
import { bookRead, dropBookEntry, keepBookEntry } from '@/lib/browser/intents'
import { useFormFacts } from './form-state'
import { metadataOf, type Pair, pairsOf } from './metadata-pairs'

function pairsIn({ value }: BookEntry): Pair[] {
  try {
    return pairsOf(JSON.parse(value))
  } catch {
    return []
  }
}

type MetadataTemplatesProps = { pairs: readonly Pair[]; onUse: (pairs: Pair[]) => void }

/** Pairs that people here keep under a name: taken, kept, deleted. */
export function MetadataTemplates({ pairs, onUse }: MetadataTemplatesProps) {
  const { environment } = useFormFacts()
  const queries = useQueryClient()
  const read = useQuery({ ...bookRead(environment, 'metadata-template'), retry: false, staleTime: 60_000 })
  const field = useId()
  const [name, setName] = useState('')
  const [error, setError] = useState<string | undefined>()
  /** The template that is to be deleted, once that is said again. */
  const [doomed, setDoomed] = useState<string | undefined>()
  const templates = read.data ?? []

  async function change(act: () => Promise<BookEntry[]>, done: string) {
    setError(undefined)
    try {
      queries.setQueryData(bookRead(environment, 'metadata-template').queryKey, await act())
      announce(done)
      return true
    } catch (thrown) {
      const problem = asProblem(thrown instanceof Error ? thrown : new Error(String(thrown)))?.problem
      setError(problem?.detail ?? problem?.title)
      return false
    }
  }

  async function save() {
    const key = name.trim()
    const metadata = metadataOf(pairs)
    if (key === '') return setError('Enter a name for the template.')
    if (!metadata) return setError('Fill in a pair first: a template holds the pairs above.')
    const value = JSON.stringify(metadata)
    if (await change(() => keepBookEntry(environment, 'metadata-template', { key, value }), 'Template kept'))
      setName('')
  }

  return (
    <details>
      <summary className="inline-flex min-h-6 list-none items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current max-sm:min-h-10 [&::-webkit-details-marker]:hidden">
        Templates{templates.length > 0 && ` (${templates.length})`}
      </summary>
      <div className="mt-2 grid gap-3 border-l border-hairline-strong pl-4">
        {read.isError && <p className="text-ink-2">Templates could not be read.</p>}
        {templates.length > 0 && (
          <ul>
            {templates.map((template) => (
              <li
                key={template.key}
                className="flex min-h-8 flex-wrap items-center gap-2 border-b border-hairline py-1"
              >
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  {template.key}{' '}
                  <span className="text-ink-3">
                    {pairsIn(template)
                      .map((pair) => `${pair.key} ${pair.value}`)
                      .join(', ')}
                  </span>
                </span>
                {doomed === template.key ? (
                  <>
                    <span>Delete it for everybody?</span>
                    <Button
                      size="note"
                      className="border-bad! text-bad!"
                      autoFocus
                      onClick={() => {
                        setDoomed(undefined)
                        void change(
                          () => dropBookEntry(environment, 'metadata-template', template.key),
                          'Template deleted',
                        )
                      }}
                    >
                      Delete
                    </Button>
                    <Button size="note" onClick={() => setDoomed(undefined)}>
                      Keep
                    </Button>
                  </>
                ) : (
                  <>
                    <Button
                      size="note"
                      aria-label={`Use template ${template.key}`}
                      onClick={() => {
                        onUse(pairsIn(template))
                        announce(`Template ${template.key} filled in`)
                      }}
                    >
                      Use
                    </Button>
                    <Button
                      kind="plain"
                      size="note"
                      aria-label={`Delete template ${template.key}`}
                      onClick={() => setDoomed(template.key)}
                    >
                      Delete
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
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
