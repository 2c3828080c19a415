'use client'
import { usePathname, useSelectedLayoutSegment } from 'next/navigation'
import { Activity, type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { OwnPath, pushAddress, usePagesHere } from '@/components/ui/address'
import { useDocumentTitle, whenIdle } from '@/components/ui/browser-state'
import { announce } from '@/components/ui/focus'
import { decodedSegment, pageTitle } from '@/lib/browser/pages'
import type { Environment } from '@/lib/provider/environments'
import type { TransferPageProps } from './transfer-page'

/** Loaded once a list is on screen, so that it weighs on no first load. */
let loadedPage: ComponentType<TransferPageProps> | undefined

type TransferMovesProps = Omit<TransferPageProps, 'id'> & { children: ReactNode }

/**
 * Moves between the list and its transfers without a request for the page: the list stays mounted, hidden, and is shown
 * again as it was. `children` is the page that the server rendered.
 */
export function TransferMoves({ environment, other, children }: TransferMovesProps) {
  const { path, push } = useShownPath()
  const root = `/${environment}/transfers`
  const segment = useSelectedLayoutSegment()
  const isList = segment === null
  const own = isList ? root : `${root}/${segment}`
  const id = path.startsWith(`${root}/`) ? decodedSegment(path.slice(root.length + 1)) : undefined
  const isOwn = id === (isList ? undefined : decodedSegment(segment))
  const [TransferPage, setPage] = useState(() => loadedPage)

  useEffect(() => {
    if (TransferPage) return
    const load = () =>
      import('./transfer-page').then(
        (module) => {
          loadedPage = module.TransferPage
          setPage(() => loadedPage)
        },
        // Moves then go through the server; only an address from the history needs it now.
        () => isOwn || window.location.reload(),
      )
    if (isOwn) return whenIdle(load)
    void load()
  }, [TransferPage, isOwn])

  const pushed = useRef<{ said?: string }>(undefined)
  usePagesHere((href, said) => {
    const { pathname } = new URL(href, window.location.href)
    const canShow = pathname === root ? isList : pathname.startsWith(`${root}/`) && TransferPage !== undefined
    if (!canShow || pathname === path) return false
    pushed.current = { said }
    push(href)
    return true
  })
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    const move = pushed.current
    pushed.current = undefined
    if (!move) return
    if (id !== undefined) window.scrollTo({ top: 0 })
    // As Next does for its own moves.
    announce([document.title, move.said].filter(Boolean).join('. '))
  }, [path, id])
  return (
    <>
      {/* What is shown comes first, so that whoever looks for a heading or a text finds it. */}
      {!isOwn && id !== undefined && TransferPage && (
        <OwnPath value={path}>
          <TransferPage key={id} environment={environment} other={other} id={id} />
        </OwnPath>
      )}
      <OwnPath value={isOwn ? path : own}>
        <Activity mode={isOwn ? 'visible' : 'hidden'}>{children}</Activity>
      </OwnPath>
      {isList && id === undefined && <ListTitle environment={environment} />}
    </>
  )
}

/**
 * The path whose page is shown. After a link that is its own at once, in the same event: Next moves in a transition, which
 * waits for frames, and a key that is pressed meanwhile would reach the page before.
 */
function useShownPath() {
  const arrived = usePathname()
  // `pushed` are paths at which Next has yet to arrive.
  const [move, setMove] = useState({ path: arrived, arrived, pushed: [] as readonly string[] })
  if (arrived !== move.arrived) {
    const at = move.pushed.indexOf(arrived)
    const pushed = at < 0 ? [] : move.pushed.slice(at + 1)
    setMove({ path: pushed.length > 0 ? move.path : arrived, arrived, pushed })
  }
  useEffect(() => {
    // A step through the history may cancel a move before Next arrives there.
    const step = () => setMove((last) => (last.pushed.length > 0 ? { ...last, path: last.arrived, pushed: [] } : last))
    window.addEventListener('popstate', step)
    return () => window.removeEventListener('popstate', step)
  }, [])
  const push = (href: string) => {
    pushAddress(href)
    const path = window.location.pathname
    flushSync(() => setMove((last) => ({ ...last, path, pushed: [...last.pushed, path] })))
  }
  return { path: move.path, push }
}

/** The server names the tab only when it renders the page. */
function ListTitle({ environment }: { environment: Environment }) {
  useDocumentTitle(pageTitle(environment, 'Transfers'))
  return null
}
