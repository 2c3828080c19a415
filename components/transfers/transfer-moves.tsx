'use client'
import { usePathname, useRouter, useSelectedLayoutSegment } from 'next/navigation'
import { Activity, type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Follow, isPlainClick, OwnPath, pushAddress } from '@/components/ui/address'
import { useDocumentTitle, whenIdle } from '@/components/ui/browser-state'
import { announce } from '@/components/ui/focus'
import type { Environment } from '@/lib/api/environments'
import { decodedSegment, pageTitle } from '@/lib/browser/pages'
import type { TransferPageProps } from './transfer-page'

/** Loaded once a list is on screen, so that it weighs on no first load. */
let loadedPage: ComponentType<TransferPageProps> | undefined

type TransferMovesProps = Omit<TransferPageProps, 'id'> & { children: ReactNode }

/**
 * Moves between the list and its transfers without a request for the page: the list stays mounted, hidden, and is shown
 * again as it was. `children` is the page that the server rendered.
 */
export function TransferMoves({ environment, other, children }: TransferMovesProps) {
  const router = useRouter()
  const path = usePathname()
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

  const isPushed = useRef(false)
  const follow = (href: string) => {
    const { pathname } = new URL(href, window.location.href)
    const canShow = pathname === root ? isList : pathname.startsWith(`${root}/`) && TransferPage !== undefined
    if (!canShow) return router.push(href)
    isPushed.current = true
    pushAddress(href)
  }
  const onClickCapture = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (!link || link.target || event.defaultPrevented || !isPlainClick(event)) return
    const { origin, pathname, search } = new URL(link.href)
    // Links to another view of the same page, and in rows, are followed there.
    if (link.closest('tr[data-href]')) return
    if (origin !== window.location.origin || pathname === path || !`${pathname}/`.startsWith(`${root}/`)) return
    event.preventDefault()
    follow(pathname + search)
  }
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (isPushed.current && id !== undefined) window.scrollTo({ top: 0 })
    // As Next does for its own moves.
    if (isPushed.current) announce(document.title)
    isPushed.current = false
  }, [path, id])
  return (
    <Follow value={follow}>
      <div className="contents" onClickCapture={onClickCapture}>
        {/* What is shown comes first, so that whoever looks for a heading or a text finds it. */}
        {!isOwn && id !== undefined && TransferPage && (
          <TransferPage key={id} environment={environment} other={other} id={id} />
        )}
        <OwnPath value={isOwn ? undefined : own}>
          <Activity mode={isOwn ? 'visible' : 'hidden'}>{children}</Activity>
        </OwnPath>
      </div>
      {isList && id === undefined && <ListTitle environment={environment} />}
    </Follow>
  )
}

/** The server names the tab only when it renders the page. */
function ListTitle({ environment }: { environment: Environment }) {
  useDocumentTitle(pageTitle(environment, 'Transfers'))
  return null
}
