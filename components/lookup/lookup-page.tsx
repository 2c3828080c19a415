'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Link, replaceAddress, useAddress } from '@/components/ui/address'
import { useHydrated } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { lazyPart } from '@/components/ui/lazy-part'
import { Section } from '@/components/ui/section'
import { shorten } from '@/lib/browser/identifiers'
import { keepLookupText, keptLookupText, lookupTextError, takeHandedText } from '@/lib/browser/lookup-text'
import { clearRecentLookups, recentLookups } from '@/lib/features/lookup/browser/recent-lookups'
import type { LookupAnswer } from '@/lib/features/lookup/interface'
import type { Environment } from '@/lib/provider/environments'
import { type Problem, ProblemError } from '@/lib/provider/problem'
import { sumText } from './labels'
import { fieldId, LookupForm } from './lookup-form'
import { lookupHref, onlyMatch, type Place, rememberRun, sharedText, textOutlasting } from './lookup-links'
import {
  askWaiting,
  type Lookup,
  type LookupInput,
  lineCounts,
  lookupOf,
  onShownChange,
  showLookup,
  shownLookup,
} from './lookup-query'
import { LookupResults } from './lookup-results'

/** Few look-ups are of an e-mail. */
const LetterView = lazyPart('The e-mail', () => import('./letter-view'))

/** Loaded after the page: the server has recognised what its address asks. */
const loadRecogniser = async () => {
  recogniser = await import('./open-lookup')
  return recogniser
}
let recogniser: typeof import('./open-lookup') | undefined

/** What the server was asked for by the address. */
export type ServerLookup = Omit<LookupInput, 'environment'> & {
  /** Longer than an address may be: nothing was asked. */
  isTooLong?: true
  /** Of the identifiers; absent if there are none, or it failed. */
  answer?: LookupAnswer & { at: number }
  problem?: Problem
}

export type LookupPageProps = {
  environment: Environment
  /** The other environment, if it is configured. */
  other?: Environment
  person: string
  server?: ServerLookup
}

function lookupOfServer(environment: Environment, { answer, problem, isTooLong, ...input }: ServerLookup) {
  if (isTooLong) return undefined
  const error = problem && Object.assign(new ProblemError(problem.status, 'internal-error', problem.title), { problem })
  return lookupOf({ ...input, environment }, answer ?? error)
}

/** Whether this document was opened by a link or an address, and not again by a reload or a step through the history. */
const isFirstVisit = () => {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate'
}

/** Milliseconds without typing after which a text is kept. */
const keepAfter = 400

/** Keeps the text that is being typed, without its secrets. @returns what notes a text; undefined for none */
function useKeptText({ environment, person }: Place): (text: string | undefined) => void {
  const noted = useRef<{ text: string; timer: ReturnType<typeof setTimeout>; left: AbortController }>(undefined)
  /** Takes what is noted. What was typed before the recogniser came may hold a secret, and is not kept; nor is what is too long. */
  const take = () => {
    const one = noted.current
    clearTimeout(one?.timer)
    one?.left.abort()
    noted.current = undefined
    return one && recogniser && !lookupTextError(one.text) ? { text: one.text, recogniser } : undefined
  }
  const onLeave = useEffectEvent(() => {
    const taken = take()
    // At once, because the page may be going.
    if (taken) keepLookupText({ environment, person }, taken.recogniser.textToKeep(taken.text))
  })
  async function keep(text: string, left: AbortController) {
    if (!recogniser || lookupTextError(text)) return
    const kept = await recogniser.textToKeepInPieces(text, { signal: left.signal }).catch(() => undefined)
    if (kept === undefined || left.signal.aborted) return
    take()
    keepLookupText({ environment, person }, kept)
  }
  useEffect(() => {
    const leave = () => onLeave()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
  return (text) => {
    take()
    if (text === undefined) return
    const left = new AbortController()
    noted.current = { text, left, timer: setTimeout(() => void keep(text, left), keepAfter) }
  }
}

/** Selects the text, once it is there, so that a paste replaces it. */
const selectSoon = () =>
  requestAnimationFrame(() => {
    const area = document.getElementById(fieldId)
    if (area instanceof HTMLTextAreaElement) area.select()
  })

/** Looks up whatever is pasted. One identifier is in the address (`q`); longer text stays in this browser. */
export function LookupPage({ environment, other, person, server }: LookupPageProps) {
  const client = useQueryClient()
  const router = useRouter()
  const place = { environment, person }
  const { search } = useAddress()
  const query = new URLSearchParams(search).get('q')?.trim() ?? ''
  const [first] = useState(() => server && lookupOfServer(environment, server))
  const latest = useSyncExternalStore(
    onShownChange,
    () => shownLookup(client, environment),
    () => undefined,
  )
  const [text, setText] = useState(server?.text ?? '')
  const [error, setError] = useState<string>()
  const [isEditing, setEditing] = useState(false)
  // While a document is hydrated this is false; its focus is the reader's.
  const [isMove] = useState(useHydrated())
  // The server's answer is there before this browser has a look-up of its own.
  const lookup = latest ?? (first?.text.trim() === query ? first : undefined)
  const letter = isEditing ? undefined : lookup?.letter
  const keepSoon = useKeptText(place)
  useEffect(() => void loadRecogniser().catch(() => {}), [])

  /** Asks what was recognised, and opens the transfer if it is the only match. */
  async function start(next: Lookup, opens: 'push' | 'replace') {
    setText(next.text)
    setError(undefined)
    keepSoon(undefined)
    keepLookupText(place, textOutlasting(next))
    setEditing(false)
    const ended = askWaiting(client, next)
    showLookup(client, environment, next)
    const href = lookupHref(next)
    if (href !== window.location.pathname + window.location.search) replaceAddress(href)
    const state = await ended
    if (shownLookup(client, environment) !== next) return
    rememberRun(place, next)
    const match = onlyMatch(client, next, state)
    // Not if the person has left meanwhile.
    if (match && window.location.pathname === `/${environment}/lookup`) {
      announce(match.found)
      return router[opens](match.href)
    }
    const counts = lineCounts(state.rows)
    if (counts.waiting === 0)
      announce(state.rows.length === 0 ? 'No identifier was found in this text.' : sumText(counts, state.rows.length))
  }

  async function ask(pasted: string | File, opens: 'push' | 'replace' = 'push') {
    try {
      const { newLookup, lookupOfFile } = await loadRecogniser()
      const read = typeof pasted === 'string' ? newLookup(environment, pasted) : lookupOfFile(environment, pasted)
      await start(await read, opens)
    } catch (thrown) {
      const isTooLong = thrown instanceof Error && ['FileTooLarge', 'TextTooLong'].includes(thrown.name)
      setError(isTooLong ? thrown.message : 'The look-up could not be loaded. Check the connection and try again.')
    }
  }

  /** Takes what was left for this page, is in the address, or was here before. */
  const arrive = useEffectEvent((asked: string) => {
    const handed = takeHandedText()
    if (handed !== '') return void ask(handed)
    const current = shownLookup(client, environment)
    if (current && (asked === '' || sharedText(current) === asked)) return setText(current.text)
    if (first?.text.trim() === asked) {
      showLookup(client, environment, first)
      rememberRun(place, first)
      const match = onlyMatch(client, first, first.begun)
      if (!match || !isFirstVisit()) return
      announce(match.found)
      return router.replace(match.href)
    }
    if (asked !== '') return void ask(asked, 'replace')
    setText(keptLookupText(place))
    // The person came here to paste, or has pasted into the bar, so the text area takes the focus.
    if (isMove) document.getElementById(fieldId)?.focus()
  })
  useEffect(() => arrive(query), [query])
  /** The box in the bar, or a menu, has something for the page while it is on screen. */
  const onChange = useEffectEvent(() => {
    const handed = takeHandedText()
    if (handed !== '') return void ask(handed)
    setText(shownLookup(client, environment)?.text ?? keptLookupText(place))
  })
  useEffect(() => onShownChange(() => onChange()), [])

  return (
    <>
      <div className="mb-4">
        <h1 tabIndex={-1}>Look-up</h1>
        <p className="text-sm text-ink-3">
          Paste a hash, a reference, an ID or a whole e-mail. Nothing you paste is logged.
        </p>
      </div>
      {letter && lookup && (
        <LetterView
          key={lookup.text}
          environment={environment}
          other={other}
          lookup={lookup}
          letter={letter}
          onPasteAnother={() => {
            setEditing(true)
            selectSoon()
          }}
        />
      )}
      {!letter && (
        <LookupForm
          environment={environment}
          text={text}
          error={error}
          onChange={(next) => {
            setText(next)
            setError(undefined)
            keepSoon(next)
          }}
          onSubmit={(pasted) => void ask(pasted)}
          onError={setError}
        />
      )}
      {letter ? null : lookup && !lookup.letter ? (
        <LookupResults key={lookup.text} environment={environment} other={other} lookup={lookup} />
      ) : (
        <RecentLookups {...place} onLookup={(recent) => void ask(recent)} />
      )}
      <p className="mt-8 text-sm text-ink-3 print:hidden">
        <Link href={`/${environment}/lookup/reconcile`}>Reconcile a file</Link> of a bank or an ERP system
      </p>
    </>
  )
}

/** Identifiers that were looked up on this device before; the server knows none. */
export function RecentLookups({ environment, person, onLookup }: Place & { onLookup: (text: string) => void }) {
  const [, setCleared] = useState(false)
  const isHydrated = useHydrated()
  const texts = isHydrated ? recentLookups({ environment, person }) : []
  if (texts.length === 0) return null
  return (
    <Section
      title="Recent look-ups"
      more="On this device, until you sign out"
      end={
        <Button
          kind="plain"
          size="small"
          onClick={() => {
            clearRecentLookups({ environment, person })
            setCleared(true)
          }}
        >
          Clear
        </Button>
      }
    >
      <ul>
        {texts.map((text) => (
          <li key={text} className="border-b border-hairline">
            <a
              className="flex min-h-11 items-center font-mono text-sm wrap-anywhere hover:underline sm:min-h-(--row)"
              href={`/${environment}/lookup?${new URLSearchParams({ q: text })}`}
              title={text}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                onLookup(text)
              }}
            >
              {shorten(text, 40)}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}
