'use client'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef } from 'react'
import { SegmentedControl, segmentClass } from '@/components/ui/button'
import { announce, useSteps } from '@/components/ui/focus'
import { useShortcut } from '@/components/ui/preferences'
import type { Environment } from '@/lib/api/environments'
import { TransferPath } from '@/lib/api/transfers'
import { call } from '@/lib/browser/operation'
import { type Place, placeWords } from './neighbours'
import { freshFor, transferRead } from './reads'

type Props = {
  environment: Environment
  place: Place
  hrefOfTransfer: (id: string) => string
  /** Whether this transfer itself has been read: what is read ahead must not stand in its way. */
  isSettled: boolean
}

/** Steps to the transfer before and after this one in the list that one came from, by buttons and by j and k. */
export function NeighbourLinks({ environment, place, hrefOfTransfer, isSettled }: Props) {
  const router = useRouter()
  const { before, after } = place
  useReadAhead(environment, isSettled ? [after, before] : [])
  // A second key before the first has brought its page would lead to the same one again.
  const isGoing = useRef(false)
  const step = useCallback(
    (by: 1 | -1) => {
      const id = by === 1 ? after : before
      if (id === undefined) return announce(placeWords(place))
      if (isGoing.current) return
      isGoing.current = true
      router.push(hrefOfTransfer(id))
    },
    [before, after, place, router, hrefOfTransfer],
  )
  useSteps(step)
  const isAtEnd = before === undefined || after === undefined
  return (
    <>
      <span className={`text-sm whitespace-nowrap text-ink-3 ${isAtEnd ? '' : 'max-sm:sr-only'}`}>
        {placeWords(place)}
      </span>
      <SegmentedControl name="Neighbours in the list">
        <Step href={before && hrefOfTransfer(before)} name="Previous" keyName="k" rel="prev">
          <ChevronUp className="size-3.5" />
        </Step>
        <Step href={after && hrefOfTransfer(after)} name="Next" keyName="j" rel="next">
          <ChevronDown className="size-3.5" />
        </Step>
      </SegmentedControl>
    </>
  )
}

type StepProps = { href?: string; name: string; keyName: string; rel: string; children: React.ReactNode }

function Step({ href, name, keyName, rel, children }: StepProps) {
  const shortcut = useShortcut(keyName)
  const inside = (
    <>
      {children}
      <kbd aria-hidden className="max-sm:hidden">
        {keyName}
      </kbd>
    </>
  )
  if (href)
    return (
      // Fetched ahead, unlike other links: stepping through a list is what these are for.
      <Link
        prefetch
        href={href}
        rel={rel}
        aria-label={name}
        aria-keyshortcuts={shortcut}
        className={segmentClass(false)}
      >
        {inside}
      </Link>
    )
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: it leads nowhere; the words beside it say why
    // biome-ignore lint/a11y/useSemanticElements: a link without an address has no element of its own
    <span
      role="link"
      aria-disabled="true"
      aria-label={name}
      className={`${segmentClass(false)} cursor-not-allowed opacity-50 hover:bg-transparent`}
    >
      {inside}
    </span>
  )
}

/** Reads what one is likely to step to next, as background work: no person asked for it yet. */
function useReadAhead(environment: Environment, ids: readonly (string | undefined)[]): void {
  const client = useQueryClient()
  const wanted = ids.filter((id) => id !== undefined && TransferPath.safeParse({ id }).success).join()
  useEffect(() => {
    for (const id of wanted.split(',').filter(Boolean)) {
      void client.prefetchQuery({
        queryKey: transferRead(environment, id).queryKey,
        queryFn: ({ signal }) => call(environment, 'getTransfer', { path: { id } }, { signal, isBackground: true }),
        staleTime: freshFor,
        retry: false,
      })
    }
  }, [client, environment, wanted])
}
