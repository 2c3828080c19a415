'use client'
import { Search, X } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { pushAddress, ShallowLink } from '@/components/ui/address'
import { hrefOf, withoutParams, withParams } from '@/lib/browser/list-url'

/** Brings the keyboard to the box, from what goes away with the search. */
export const focusSearch = () => document.querySelector<HTMLElement>('search input')?.focus()

/** Finds by a whole reference or id, or by part of a person's name; what it looks for is in the address. */
export function SearchBox({ path, params }: { path: string; params: URLSearchParams }) {
  const box = useRef<HTMLInputElement>(null)
  const inForce = params.get('q') ?? ''
  useEffect(() => {
    // Another address, by a link or by going back, is another text to begin with.
    if (box.current) box.current.value = inForce
  }, [inForce])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked = box.current?.value.trim() ?? ''
    if (asked !== inForce) pushAddress(hrefOf(path, withParams(params, { q: asked ? [asked] : [] })))
  }
  return (
    <search className="max-sm:w-full print:hidden">
      <form
        action={path}
        onSubmit={submit}
        className="field-box flex h-[30px] w-[260px] items-center gap-2 rounded-2 border border-control bg-surface pr-1.5 pl-2 max-sm:h-11 max-sm:w-full max-sm:text-lg"
      >
        <Search className="text-ink-3" />
        <input
          ref={box}
          name="q"
          defaultValue={inForce}
          maxLength={255}
          autoComplete="off"
          enterKeyHint="search"
          aria-label="Search activity"
          placeholder="Reference, id or person"
          className="h-full min-w-0 flex-1 bg-transparent text-ink placeholder:text-ink-3"
        />
        {inForce && (
          <ShallowLink
            href={hrefOf(path, withoutParams(params, ['q']))}
            onMove={focusSearch}
            aria-label="Clear the search"
            className="inline-flex size-6 items-center justify-center rounded-1 text-ink-3 hover:bg-pressed hover:text-ink max-sm:size-10"
          >
            <X className="size-3.5" />
          </ShallowLink>
        )}
      </form>
    </search>
  )
}
