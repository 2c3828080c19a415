'use client'
import { useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { useIsPhone } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import { activityReaders } from '@/lib/api/intents'
import { writeQuery } from '@/lib/api/query-string'
import type { Role } from '@/lib/api/roles'
import type { TransferQuery } from '@/lib/api/transfers'
import { hrefOf } from '@/lib/browser/list-url'
import { transferSearchOf } from '@/lib/browser/transfer-search'
import { transferPageRead } from './transfer-reads'

type TransferSearchProps = { environment: Environment; roles: readonly Role[]; onClosed: () => void }

type State = { kind: 'idle' | 'asking' } | { kind: 'message' | 'nothing'; text: string }

/** Finds transfers by whatever was pasted: one opens its page, several their list. */
export default function TransferSearchDialog({ environment, roles, onClosed }: TransferSearchProps) {
  const client = useQueryClient()
  const router = useRouter()
  const isPhone = useIsPhone()
  const [text, setText] = useState('')
  const [state, setState] = useState<State>({ kind: 'idle' })

  /** The transfers that a query finds, and where they are listed. */
  async function ask(query: TransferQuery) {
    const { items, next } = await client.fetchQuery({ ...transferPageRead(environment, query), staleTime: 0 })
    const ids = items.flatMap(({ known }) => known.id ?? [])
    const list = hrefOf(`/${environment}/transfers`, writeQuery(query))
    const [only] = ids
    const isOne = only !== undefined && items.length === 1 && next === undefined
    return { found: items.length, href: isOne ? `/${environment}/transfers/${encodeURIComponent(only)}` : list }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (state.kind === 'asking') return
    const { queries, message } = transferSearchOf(text)
    if (queries.length === 0) return setState({ kind: 'message', text: message ?? '' })
    setState({ kind: 'asking' })
    const answers = await Promise.allSettled(queries.map(ask))
    const hit = answers.find((answer) => answer.status === 'fulfilled' && answer.value.found > 0)
    if (hit?.status === 'fulfilled') {
      router.push(hit.value.href)
      return onClosed()
    }
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed) {
      const title = asProblem(failed.reason)?.problem.title ?? ''
      return setState({ kind: 'message', text: `The look-up failed. ${title} Try again.` })
    }
    setState({ kind: 'nothing', text: message ?? `No transfer in ${environment} has this ID, reference or hash.` })
  }

  return (
    <Dialog title="Look up" shape={isPhone ? 'sheet' : 'wide'} onClosed={onClosed}>
      <form noValidate onSubmit={submit} className="grid gap-3 max-sm:px-2">
        <Field
          data-first-focus
          id="search"
          label="Transfer ID, group ID, reference or hash"
          hint="One at a time, complete; a block explorer's link works too."
          error={state.kind === 'message' || state.kind === 'nothing' ? state.text : undefined}
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ target }) => {
            setText(target.value)
            setState({ kind: 'idle' })
          }}
        />
        <p role="status" className="sr-only">
          {state.kind === 'asking' ? 'Looking it up' : 'text' in state ? state.text : ''}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" kind="primary" size="field" aria-busy={state.kind === 'asking' || undefined}>
            {state.kind === 'asking' ? 'Looking it up…' : 'Look up'}
          </Button>
          {state.kind === 'nothing' && roles.some((role) => activityReaders.includes(role)) && (
            <Link
              prefetch={false}
              className="underline"
              href={hrefOf(`/${environment}/activity`, new URLSearchParams({ q: text.trim() }))}
              onClick={onClosed}
            >
              Search the requests made in Mintdesk
            </Link>
          )}
        </div>
      </form>
    </Dialog>
  )
}
