'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFollow } from '@/components/ui/address'
import { useHasKeys, useShortcut } from '@/components/ui/preferences'
import { searchKey } from '@/components/ui/shortcuts'
import { lookupTextError } from '@/lib/browser/lookup-text'
import type { Environment } from '@/lib/provider/environments'

/** Loaded when the box is first used, so that it weighs on no first load. */
const load = () => import('./open-lookup')
/** The page that most look-ups end on. */
const loadTransferPage = () => import('@/components/transfers/transfer-page')
const preload = () => void Promise.allSettled([load(), loadTransferPage()])

/** The keys of the page work again, "/" too. */
const leaveBox = () => document.getElementById('main')?.focus({ preventScroll: true })

/** Around the form an element of its own would be one box more in the bar. */
const landmark = { role: 'search' }

type BoxProps = { environment: Environment; person: string }

/**
 * The box in the bar: paste, Enter, and the transfer opens; everything but exactly one match is shown on the look-up page.
 * Without JavaScript it is a form that leads there.
 */
export function LookupBox({ environment, person }: BoxProps) {
  const client = useQueryClient()
  const follow = useFollow()
  const path = usePathname()
  const shortcut = useShortcut(searchKey.key)
  const hasKeys = useHasKeys()
  /** Several lines that were pasted here and are on their way to the page. */
  const leaving = useRef('')
  const newest = useRef<{ cancel: () => void }>(undefined)
  const [text, setText] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [message, setMessage] = useState<{ text: string; path?: string }>()
  const page = `/${environment}/lookup`

  const box = { client, environment, person }

  /** Several lines go to the page, unless they are one identifier that a mail program has broken. */
  async function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text/plain').trim()
    // What is too long stays here, and is refused when it is sent.
    if (!/[\r\n]/.test(pasted) || lookupTextError(pasted)) return
    event.preventDefault()
    leaving.current = pasted
    const { takeLines } = await load()
    const line = await takeLines(box, pasted)
    setText(line ?? '')
    if (line !== undefined) leaving.current = ''
    else follow(page)
  }

  function end() {
    newest.current?.cancel()
    newest.current = undefined
    setAsking(false)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const lines = leaving.current
    if (text.trim() === '' && lines === '') return follow(page)
    end()
    setMessage(undefined)
    try {
      const { askOnPage, begin } = await load()
      if (lines !== '') {
        await askOnPage(box, lines)
        return leaveBox()
      }
      setAsking(true)
      const reading = { cancel: () => {} }
      newest.current = reading
      const lookup = await begin(box, text)
      if (newest.current !== reading) return lookup.cancel()
      newest.current = lookup
      await lookup.ended
      if (newest.current !== lookup) return
      const { href, found } = await lookup.conclude()
      // Before the page is there: the next look-up may be typed as soon as it is.
      flushSync(() => setText(''))
      leaveBox()
      follow(href, found)
      setMessage(found === undefined ? undefined : { text: found, path: href })
    } catch (thrown) {
      const isTooLong = thrown instanceof Error && thrown.name === 'TextTooLong'
      const unloaded = 'The look-up could not be loaded. Check the connection and press Enter again.'
      setMessage({ text: isTooLong ? thrown.message : unloaded })
    }
    end()
  }

  return (
    <>
      <form
        {...landmark}
        method="get"
        action={page}
        aria-label="Look up"
        aria-busy={isAsking || undefined}
        className="flex h-[30px] w-[420px] min-w-40 items-center gap-2 rounded-2 border border-control bg-surface pr-1.5 pl-2 text-ink-3 focus-within:outline-(length:--focus-width) focus-within:-outline-offset-1 focus-within:outline-focus max-sm:hidden"
        onSubmit={submit}
      >
        <Search />
        <input
          name="q"
          aria-label={searchKey.does}
          {...shortcut}
          placeholder="Paste a hash, a reference or a whole e-mail"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          className="h-full min-w-0 flex-1 bg-transparent text-ink outline-none placeholder:text-ink-3 placeholder:opacity-100"
          value={text}
          onFocus={preload}
          onBlur={() => {
            leaving.current = ''
          }}
          onPaste={paste}
          onChange={({ target }) => {
            setText(target.value)
            setMessage(undefined)
          }}
          onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
            end()
            setText('')
            event.currentTarget.blur()
          }}
        />
        {isAsking ? <span className="text-sm">Looking it up…</span> : hasKeys && <kbd aria-hidden>{searchKey.key}</kbd>}
      </form>
      <p role="status" className="sr-only">
        {isAsking ? 'Looking it up' : ''}
      </p>
      {message && (message.path === undefined || message.path === path) && (
        <p role={message.path ? undefined : 'alert'} className="min-w-0 truncate text-sm text-ink-3 max-sm:hidden">
          {message.text}
        </p>
      )}
    </>
  )
}
